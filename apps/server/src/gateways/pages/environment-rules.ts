/** Rules for remotes of the environment that a server serves. */
export interface EnvironmentRules {
  /** E.g. `staging`. */
  name: string;
  /** Other environments of the same store; this server serves their manifests. */
  others: readonly string[];
  /** Foreign origins that remotes may load from. */
  remoteOrigins: readonly string[];
  /** Runs a remote only if the page has the hashes of its scripts. */
  requireIntegrity: boolean;
  /**
   * Roles that may override a remote with another version in their own browser, and the additional origins of such
   * versions.
   */
  overrides: { roles: readonly string[]; origins: readonly string[] } | null;
}

/** Allows no foreign origins, no unverified scripts and no overrides. */
export const STRICT_RULES: EnvironmentRules = {
  name: 'local',
  others: [],
  remoteOrigins: [],
  requireIntegrity: true,
  overrides: null,
};
