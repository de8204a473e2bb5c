import { manifestSchema, type Environment, type Manifest, type Release } from '@homie/composition';

/** A release that can be named by its version, and where it is from. */
export interface KnownRelease {
  release: Release;
  from: string;
}

async function readManifest(address: string): Promise<Manifest | null> {
  try {
    const response = await fetch(address, { cache: 'no-store' });
    return response.ok ? (manifestSchema.safeParse(await response.json()).data ?? null) : null;
  } catch {
    return null;
  }
}

function releasesOf(manifest: Manifest | null, remote: string, where: string): KnownRelease[] {
  const found = manifest?.remotes[remote];
  if (!found) return [];
  const { rollouts, fallback, ...current } = found;
  return [
    { release: current, from: where },
    ...rollouts.map(({ release }) => ({ release, from: `${where}, rolled out` })),
    ...(fallback ? [{ release: fallback, from: `${where}, fallback` }] : []),
  ];
}

/** As many as an environment keeps. */
const REVISIONS_KEPT = 20;

/** Releases of a remote that this environment runs or has run, and that others run with which it may be compared; each once. */
export async function knownReleases(
  remote: string,
  { environment, environments }: Environment,
): Promise<KnownRelease[]> {
  const manifest = await readManifest('/remotes.json');
  const revision = manifest?.revision ?? 0;
  const earlier = Array.from({ length: REVISIONS_KEPT - 1 }, (_, age) => revision - 1 - age);
  const found = await Promise.all([
    releasesOf(manifest, remote, environment),
    ...environments.map(async (name) =>
      releasesOf(await readManifest(`/environments/${name}/remotes.json`), remote, name),
    ),
    ...earlier
      .filter((number) => number > 0)
      .map(async (number) => {
        const address = `/environments/${environment}/revisions/${number}.json`;
        return releasesOf(await readManifest(address), remote, `revision ${number}`);
      }),
  ]);
  const all = found.flat();
  return all.filter(
    ({ release }, place) =>
      all.findIndex((other) => other.release.version === release.version) === place,
  );
}
