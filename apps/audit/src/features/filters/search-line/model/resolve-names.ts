import { foldSearch } from '@homie/contracts/search-text';
import { subjects, type NamedField } from './fields';
import type { NamedTerm, Problem } from './read-search';
import type { FoundName } from './suggest';

/** A name without a unique match, with possible matches. */
export interface UnclearName extends Problem {
  term: NamedTerm;
  choices: readonly FoundName[];
}

/** The ids of the names in a line, and the names without a unique match. */
export interface ResolvedNames {
  ids: ReadonlyMap<NamedTerm, string>;
  unclear: readonly UnclearName[];
}

/** Resolves names to ids. */
export interface NameSource {
  /** Finds names that contain the text. */
  lookUp: (field: NamedField, text: string) => Promise<readonly FoundName[]>;
  /** Returns the id that the user already chose for a name. */
  known: (field: NamedField, name: string) => string | undefined;
}

/** The number of choices for a name without an exact match. */
const PROPOSED = 3;

const fold = (text: string) => foldSearch(text.trim()).toLowerCase();

/** Finds the id of each name: the only exact match, or the one that the user chose among several. */
export async function resolveNames(
  names: readonly NamedTerm[],
  { lookUp, known }: NameSource,
): Promise<ResolvedNames> {
  const ids = new Map<NamedTerm, string>();
  const unclear: UnclearName[] = [];

  async function resolve(term: NamedTerm) {
    const { field, value } = term;
    const chosen = known(field, value);
    if (chosen !== undefined) return ids.set(term, chosen);
    const found = await lookUp(field, value);
    const exact = found.filter(({ label }) => fold(label) === fold(value));
    const [only] = exact;
    if (only && exact.length === 1) return ids.set(term, only.id);
    unclear.push({
      start: term.start,
      end: term.end,
      term,
      text: only ? several(term, exact.length) : none(term, found.length),
      choices: only ? exact : found.slice(0, PROPOSED),
    });
  }

  await Promise.all(names.map(resolve));
  return { ids, unclear: unclear.toSorted((one, other) => one.start - other.start) };
}

function several({ field, value }: NamedTerm, count: number): string {
  return `${count} ${subjects[field]}s are called '${value}'. Choose one.`;
}

function none({ field, value }: NamedTerm, alike: number): string {
  const gone = ' If it was deleted, search by its ID.';
  return `There is no ${subjects[field]} '${value}'.${alike > 0 ? ' Did you mean one of these?' : gone}`;
}
