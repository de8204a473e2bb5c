import { textSearch } from '@homie/contracts/search-text';
import { addDays, toDay } from '../../../../time/days';
import type { Zone } from '../../../../time/zone';
import { formatRelative } from '../../../../time/relative';
import { fieldHints, fields, findField, isNamed, type FieldName, type NamedField } from './fields';
import { quote, scan, type Span } from './scan';

/** A completion of a line at its caret. */
export interface Proposal {
  key: string;
  /** The display text. */
  text: string;
  detail?: string | undefined;
  /** The text that replaces the typed term. */
  insert: string;
  /** True if it completes the term, so that a space follows. */
  isWhole: boolean;
}

/** The term at the caret, and its completions. */
export type Typing =
  | { at: Span; proposals: readonly Proposal[] }
  /** Completions that need a lookup of names. */
  | {
      at: Span;
      lookUp: NamedField;
      query: string;
      toProposal: (name: FoundName) => Proposal;
      /** True for a word that may also be a keyword: without a match there is nothing to say. */
      isKeyword?: boolean;
    };

/** A name that a lookup found. */
export interface FoundName {
  id: string;
  label: string;
  subtitle?: string;
}

/** Options of {@link typingAt}. */
export interface SuggestOptions {
  zone: Zone;
  actions: readonly string[];
  now: Date;
}

/** Lookups start when more than this many characters are typed. */
export const LOOKUP_AFTER = 2;

/** Returns the term at the caret and its completions. */
export function typingAt(line: string, caret: number, options: SuggestOptions): Typing {
  const term = scan(line).find(({ start, end }) => start < caret && caret <= end);
  if (!term) return { at: { start: caret, end: caret }, proposals: fieldProposals('', '') };
  const at = { start: term.start, end: term.end };
  const minus = term.isExcluded || term.value === '-' ? '-' : '';
  if (term.name === undefined) {
    const typed = line.slice(term.start + minus.length, caret);
    const proposals = term.isQuoted ? [] : fieldProposals(typed, minus);
    if (proposals.length > 0 || typed.length <= LOOKUP_AFTER) return { at, proposals };
    return {
      at,
      lookUp: 'affected',
      query: typed,
      toProposal: ({ id, label }) => ({
        key: id,
        text: `${minus}affected:${label}`,
        detail: fieldHints.affected,
        insert: `${minus}affected:${quote(label)}`,
        isWhole: true,
      }),
      isKeyword: true,
    };
  }
  const field = findField(term.name);
  if (field === undefined || caret < term.valueAt.start) return { at, proposals: [] };
  const query = typedValue(line.slice(term.valueAt.start, caret));
  const whole = (value: string): string => `${minus}${field}:${quote(value)}`;
  if (isNamed(field))
    return {
      at,
      lookUp: field,
      query,
      toProposal: ({ id, label, subtitle }) => ({
        key: id,
        text: label,
        detail: subtitle,
        insert: whole(label),
        isWhole: true,
      }),
    };
  const proposals = valueProposals(field, options).filter(({ value, text }) =>
    [value, text].some(textSearch(query)),
  );
  return {
    at,
    proposals: proposals.map(({ value, text, detail }) => ({
      key: value,
      text,
      detail,
      insert: whole(value),
      isWhole: true,
    })),
  };
}

/** Returns the typed value, without its opening quote. */
function typedValue(text: string): string {
  return scan(text)[0]?.value ?? '';
}

function fieldProposals(typed: string, minus: string): Proposal[] {
  return fields
    .filter((field) => field.startsWith(typed.toLowerCase()))
    .filter((field) => minus === '' || (field !== 'after' && field !== 'before'))
    .map((field) => ({
      key: field,
      text: `${minus}${field}:`,
      detail: fieldHints[field],
      insert: `${minus}${field}:`,
      isWhole: false,
    }));
}

/** The relative times that are offered; any other can be typed. */
const RELATIVE = ['1h', '24h', '7d', '14d', '30d'];

interface Value {
  value: string;
  text: string;
  detail?: string;
}

function valueProposals(
  field: Exclude<FieldName, NamedField>,
  { actions, zone, now }: SuggestOptions,
): Value[] {
  switch (field) {
    case 'action':
      return actions.map((action) => ({ value: action, text: action.replaceAll('_', ' ') }));
    case 'conversation':
      return [];
    case 'after':
    case 'before': {
      const today = toDay(now, zone);
      const days = [
        { detail: 'today', by: 0 },
        { detail: 'yesterday', by: -1 },
      ];
      return [
        ...RELATIVE.map((value) => ({
          value,
          text: value,
          detail:
            field === 'after'
              ? `the last ${formatRelative(value)}`
              : `${formatRelative(value)} ago`,
        })),
        ...days.map(({ detail, by }) => {
          const day = addDays(today, by);
          return { value: day, text: day, detail };
        }),
      ];
    }
  }
}

/** Replaces the typed term with a proposal. Returns the line and the new position of the caret. */
export function insertProposal(
  line: string,
  { start, end }: Span,
  { insert, isWhole }: Proposal,
): { line: string; caret: number } {
  const rest = line.slice(end).trimStart();
  const before = line.slice(0, start) + insert + (isWhole || rest !== '' ? ' ' : '');
  return { line: before + rest, caret: start + insert.length + (isWhole ? 1 : 0) };
}
