/** What the environment that a server serves says about remotes. */
export interface EnvironmentRules {
  /** E.g. `staging`. */
  name: string;
  /** Other environments of the same store, whose manifests may be read here. */
  others: readonly string[];
  /** Foreign origins from which remotes may come. */
  remoteOrigins: readonly string[];
  /** Whether a remote is only run when the page knows the hashes of its scripts. */
  requireIntegrity: boolean;
  /** Who may put another version in a remote's place in their own browser, and from which further origins. */
  overrides: { roles: readonly string[]; origins: readonly string[] } | null;
}

/** Nothing foreign, nothing unverified, nothing replaced. */
export const STRICT_RULES: EnvironmentRules = {
  name: 'local',
  others: [],
  remoteOrigins: [],
  requireIntegrity: true,
  overrides: null,
};
