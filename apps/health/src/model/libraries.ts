import { unmetRequirements } from '@homie/composition';

/** A shared library: what a release wants and what this page gives. */
export interface LibraryUse {
  library: string;
  wanted: string;
  /** Null when the page has none. */
  given: string | null;
  fits: boolean;
}

/** The shared libraries of a release, by name. */
export function librariesOf(
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
