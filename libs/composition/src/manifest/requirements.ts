import { satisfies } from 'compare-versions';

/** A library of which a remote needs another version than the page has. */
export interface UnmetRequirement {
  library: string;
  needed: string;
  /** The version that the page has, or null if it has none at all. */
  provided: string | null;
}

/** Returns whether the text is a semver range such as `^2.0.0`. */
export function isVersionRange(range: string): boolean {
  try {
    satisfies('0.0.0', range);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the requirements that the page does not meet. Module Federation only warns about such a mismatch and runs the
 * remote anyway, so this is checked before anything of the remote is loaded.
 * @param requires ranges by library name
 * @param provided versions by library name
 */
export function unmetRequirements(
  requires: Readonly<Record<string, string>>,
  provided: Readonly<Record<string, string>>,
): UnmetRequirement[] {
  return Object.entries(requires).flatMap(([library, needed]) => {
    const version = provided[library] ?? null;
    const met = version !== null && satisfies(version, needed);
    return met ? [] : [{ library, needed, provided: version }];
  });
}
