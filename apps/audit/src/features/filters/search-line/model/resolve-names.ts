import type { NamedField } from './fields';
import type { NamedTerm, Problem } from './read-search';
import type { FoundName } from './suggest';

/** A name that is not one thing: what could be meant. */
export interface UnclearName extends Problem {
  term: NamedTerm;
  choices: readonly FoundName[];
}

/** What names in a line stand for. */
export interface ResolvedNames {
  ids: ReadonlyMap<NamedTerm, string>;
  unclear: readonly UnclearName[];
}

/** How names become ids. */
export interface NameSource {
  /** Those that contain the text. */
  lookUp: (field: NamedField, text: string) => Promise<readonly FoundName[]>;
  /** The id that the person already chose for a name. */
  known: (field: NamedField, name: string) => string | undefined;
}

/** Choices beside a name that nobody has. */
const PROPOSED = 3;

const fold = (text: string) => text.trim().toLowerCase();

/** Finds the id of each name: the only thing that is called exactly so, or what was chosen among several. */
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
  return `${count} ${field}s are called '${value}'. Choose one.`;
}

function none({ field, value }: NamedTerm, alike: number): string {
  const gone = ' If it was deleted, search by its ID.';
  return `There is no ${field} '${value}'.${alike > 0 ? ' Did you mean one of these?' : gone}`;
}
