import { unmetRequirements } from '@homie/composition';

/** A shared library: the range that a release requires, and the version that this page provides. */
export interface LibraryUse {
  library: string;
  wanted: string;
  /** Null if the page does not provide it. */
  given: string | null;
  fits: boolean;
}

/** Returns the shared libraries of a release, sorted by name. */
export function listLibraries(
  requires: Readonly<Record<string, string>>,
  provided: Readonly<Record<string, string>>,
): LibraryUse[] {
  const unmet = new Set(unmetRequirements(requires, provided).map(({ library }) => library));
  return Object.entries(requires)
    .map(([library, wanted]) => ({
      library,
      wanted,
      given: provided[library] ?? null,
      fits: !unmet.has(library),
    }))
    .toSorted((a, b) => a.library.localeCompare(b.library));
}
