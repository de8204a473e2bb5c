import { AUDIT_ACTIONS_MAX, AUDIT_KEYWORD_MAX_LENGTH, isStorable } from '@homie/contracts';
import { isDay } from '../../../../time/days';
import { isRelative, resolveRelative } from '../../../../time/relative';
import { fields, fieldValues, findField, isNamed, type FieldName, type NamedField } from './fields';
import { RECENT } from '../../../../state/audit-state';
import { readEnd, type DateField } from './ends';
import { scan, type Span, type Term } from './scan';
import { emptySearch, type TypedDates, type TypedSearch } from './typed-search';

/** An error message for a span of the line. */
export interface Problem extends Span {
  text: string;
}

/** A name in a line that has to be resolved to an id. */
export interface NamedTerm extends Span {
  field: NamedField;
  isExcluded: boolean;
  value: string;
}

/** A parsed line. The search is valid only if there are no problems. */
export interface ReadSearch {
  search: TypedSearch;
  names: readonly NamedTerm[];
  problems: readonly Problem[];
}

/** Options of {@link readSearch}. */
export interface ReadOptions {
  /** All known actions. */
  actions: readonly string[];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Tests whether a value is an id, which needs no lookup. */
export const isId = (value: string): boolean => UUID.test(value);

type MutableTerms = { -readonly [Key in keyof TypedSearch['not']]: TypedSearch['not'][Key] };

/** Parses a line. Never throws: returns each invalid term as a problem with its position. */
export function readSearch(line: string, options: ReadOptions): ReadSearch {
  const search = emptySearch();
  const dates: TypedDates = {};
  const names: NamedTerm[] = [];
  const problems: Problem[] = [];
  const words: { included: Term[]; excluded: Term[] } = { included: [], excluded: [] };

  for (const term of joinTimes(scan(line))) {
    const report = (text: string, at: Span = term) =>
      problems.push({ start: at.start, end: at.end, text });
    if (term.isOpen) report('Add a closing quote.', term.valueAt);
    else if (term.name === undefined && term.value === 'OR' && !term.isQuoted)
      report('Several actions are combined by listing them. To search for OR, put it in quotes.');
    else if (term.name === undefined) words[term.isExcluded ? 'excluded' : 'included'].push(term);
    else readField(term, term.name, report);
  }

  function readField(term: Term, name: string, report: (text: string, at?: Span) => void) {
    const field = findField(name);
    if (field === undefined) return report(unknownField(name));
    if (term.value.trim() === '') return report(`Add ${fieldValues[field]} after '${field}:'.`);
    if (field === 'after' || field === 'before') return readDate(term, field, report);
    const terms: MutableTerms = term.isExcluded ? search.not : search;
    if (field === 'action') return readAction(term, terms, report);
    if (terms[field] !== undefined)
      return report(`Use '${term.isExcluded ? '-' : ''}${field}:' only once.`);
    const value = isId(term.value) ? term.value.toLowerCase() : term.value.trim();
    terms[field] = value;
    const { valueAt, isExcluded } = term;
    if (field === 'conversation' && !isId(value))
      return report(
        'This conversation ID is incomplete. Paste the full ID, 36 characters.',
        valueAt,
      );
    if (isNamed(field) && !isId(value)) names.push({ ...valueAt, field, isExcluded, value });
  }

  function readDate(term: Term, field: DateField, report: (text: string) => void) {
    const side = field === 'after' ? 'from' : 'to';
    const end = readEnd(term.value, field);
    if (term.isExcluded) report(`A date can't be excluded. Use '${otherField(field)}:' instead.`);
    else if (dates[side] !== undefined) report(`Use '${field}:' only once.`);
    else if (end === undefined) report(unknownDate(term.value));
    else {
      dates[side] = end;
      if (isEmpty(dates)) report("These dates don't overlap, so nothing would be found.");
    }
  }

  function readAction(term: Term, terms: MutableTerms, report: (text: string, at?: Span) => void) {
    const action = term.value.trim().toLowerCase().replaceAll(' ', '_');
    if (!options.actions.includes(action))
      return report(`'${term.value}' isn't an action. Pick one from the list.`, term.valueAt);
    if (terms.actions.includes(action)) return;
    if (terms.actions.length === AUDIT_ACTIONS_MAX)
      return report(`You can search for up to ${AUDIT_ACTIONS_MAX} actions at a time.`);
    terms.actions = [...terms.actions, action];
  }

  search.dates = dates.from === RECENT && dates.to === undefined ? 'recent' : dates;
  search.q = readKeyword(words.included, problems);
  search.not.q = readKeyword(words.excluded.slice(0, 1), problems);
  for (const { start, end } of words.excluded.slice(1))
    problems.push({ start, end, text: 'Exclude only one keyword at a time.' });
  return { search, names, problems: problems.toSorted((one, other) => one.start - other.start) };
}

/** Joins a day and the time after it, `after:2026-11-21 10:30`, which people write without quotes. */
function joinTimes(terms: readonly Term[]): Term[] {
  return terms.reduce<Term[]>((joined, term) => {
    const last = joined.at(-1);
    const field = last?.name === undefined ? undefined : findField(last.name);
    const isTime = term.name === undefined && /^\d{1,2}:\d{2}$/.test(term.value) && !term.isQuoted;
    if (!last || !isTime || (field !== 'after' && field !== 'before')) return [...joined, term];
    const { end, valueAt } = term;
    const value = `${last.value} ${term.value}`;
    return [
      ...joined.slice(0, -1),
      { ...last, end, value, valueAt: { start: last.valueAt.start, end: valueAt.end } },
    ];
  }, []);
}

const otherField = (field: DateField) => (field === 'after' ? 'before' : 'after');

/** Tests whether the date range is empty. Compares only ends of the same format. */
function isEmpty({ from, to }: TypedDates): boolean {
  if (from === undefined || to === undefined) return false;
  if (isRelative(from) && isRelative(to)) {
    const now = new Date();
    return resolveRelative(from, now) >= resolveRelative(to, now);
  }
  if (isDay(from) !== isDay(to) || isRelative(from) || isRelative(to)) return false;
  return isDay(from) ? from > to : from >= to;
}

/** Joins the words of a line to one keyword, which is searched verbatim. */
function readKeyword(words: readonly Term[], problems: Problem[]): string {
  const keyword = words.map(({ value }) => value).join(' ');
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last || keyword.trim() === '') return '';
  const report = (text: string) => problems.push({ start: first.start, end: last.end, text });
  if (keyword.length > AUDIT_KEYWORD_MAX_LENGTH)
    report(`Use up to ${AUDIT_KEYWORD_MAX_LENGTH} characters of text.`);
  if (!isStorable(keyword)) report("This contains characters that can't be searched for.");
  return keyword;
}

function unknownField(name: string): string {
  const meant = nearestField(name.toLowerCase());
  const proposal = meant ? ` Did you mean '${meant}:'?` : '';
  return `'${name}:' isn't a filter.${proposal} To search for it as text, put it in quotes.`;
}

function unknownDate(text: string): string {
  return /^\d+[a-z]+$/i.test(text)
    ? `We don't recognise '${text}'. Try 90m, 12h, 30d or 2w.`
    : "We don't recognise that date. Try 21/11/2026, 2026-11-21 10:30 or yesterday.";
}

/** Returns the field that a misspelt name resembles. */
function nearestField(name: string): FieldName | undefined {
  return fields.find((field) => field.startsWith(name.slice(0, 2)));
}
