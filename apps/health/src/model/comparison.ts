import type { Manifest } from '@homie/composition';

/** An environment, and its manifest; undefined while it is not known, null when it could not be read. */
export interface ReadEnvironment {
  name: string;
  manifest: Manifest | null | undefined;
}

/** What an environment runs of a remote. */
export interface ComparedVersion {
  /** Null where the environment does not have the remote. */
  version: string | null;
  /** Versions that some people get there. */
  rollouts: readonly string[];
  /** It is another one than here. */
  differs: boolean;
}

/** One remote in every environment that could be read. */
export interface ComparedRemote {
  remote: string;
  environments: ReadonlyMap<string, ComparedVersion>;
}

/**
 * What each environment runs of each remote.
 * @param environments the first one is compared with the others
 */
export function compareEnvironments(environments: readonly ReadEnvironment[]): ComparedRemote[] {
  const names = new Set(
    environments.flatMap(({ manifest }) => Object.keys(manifest?.remotes ?? {})),
  );
  return [...names].toSorted().map((remote) => {
    const here = environments[0]?.manifest?.remotes[remote]?.version ?? null;
    return {
      remote,
      environments: new Map(
        environments.flatMap(({ name, manifest }) => {
          if (!manifest) return [];
          const there = manifest.remotes[remote];
          const version = there?.version ?? null;
          const rollouts = (there?.rollouts ?? []).map(({ release }) => release.version);
          return [[name, { version, rollouts, differs: version !== here }] as const];
        }),
      ),
    };
  });
}
