import type { Manifest } from '@homie/composition';

/** An environment and its manifest: undefined while it loads, null if it could not be read. */
export interface ReadEnvironment {
  name: string;
  manifest: Manifest | null | undefined;
}

/** The version of a remote that an environment runs. */
export interface ComparedVersion {
  /** Null if the environment does not have the remote. */
  version: string | null;
  /** Versions that are rolled out to some users. */
  rollouts: readonly string[];
  /** True if it differs from the version here. */
  differs: boolean;
}

/** One remote in every environment that could be read. */
export interface ComparedRemote {
  remote: string;
  environments: ReadonlyMap<string, ComparedVersion>;
}

/**
 * Returns the version of each remote in each environment.
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
