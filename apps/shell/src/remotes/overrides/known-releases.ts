import { manifestSchema, type Environment, type Manifest, type Release } from '@homie/composition';

/** A release that can be named by its version, and where it is from. */
export interface KnownRelease {
  release: Release;
  from: string;
}

async function read(address: string): Promise<unknown> {
  try {
    const response = await fetch(address, { cache: 'no-store' });
    return response.status === 200 ? await response.json() : null;
  } catch {
    return null;
  }
}

const toManifest = (json: unknown) => manifestSchema.safeParse(json).data ?? null;

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

/** Releases of a remote that this environment runs or has run, and that others run with which it may be compared; each once. */
export async function knownReleases(
  remote: string,
  { environment, environments }: Environment,
): Promise<KnownRelease[]> {
  const found = await Promise.all([
    read('/remotes.json').then((json) => releasesOf(toManifest(json), remote, environment)),
    ...environments.map(async (name) =>
      releasesOf(toManifest(await read(`/environments/${name}/remotes.json`)), remote, name),
    ),
    read(`/environments/${environment}/revisions.json`).then((list) =>
      (Array.isArray(list) ? list : [])
        .map(toManifest)
        .flatMap((manifest) => releasesOf(manifest, remote, `revision ${manifest?.revision}`)),
    ),
  ]);
  const all = found.flat();
  return all.filter(
    ({ release }, place) =>
      all.findIndex((other) => other.release.version === release.version) === place,
  );
}
