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

/** Releases of a remote that this environment and those that it may be compared with run, each once. */
export async function knownReleases(
  remote: string,
  { environment, environments }: Environment,
): Promise<KnownRelease[]> {
  const manifests = await Promise.all([
    readManifest('/remotes.json').then((manifest) => releasesOf(manifest, remote, environment)),
    ...environments.map(async (name) =>
      releasesOf(await readManifest(`/environments/${name}/remotes.json`), remote, name),
    ),
  ]);
  const all = manifests.flat();
  return all.filter(
    ({ release }, place) =>
      all.findIndex((other) => other.release.version === release.version) === place,
  );
}
