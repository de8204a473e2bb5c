import { addDays, dayOf, type Zone } from '../../../../time/days';
import { relativeWords } from '../../../../time/relative';
import { fieldHints, fields, findField, isNamed, type FieldName, type NamedField } from './fields';
import { quote, scan, type Span } from './scan';

/** What can be put into a line at its caret. */
export interface Proposal {
  key: string;
  /** What is offered, as people read it. */
  text: string;
  detail?: string | undefined;
  /** What is put in, in place of what is being typed. */
  insert: string;
  /** Whether the term is finished by it, so that a blank follows. */
  isWhole: boolean;
}

/** What is being typed at the caret, and with what it could go on. */
export type Typing =
  | { at: Span; proposals: readonly Proposal[] }
  /** Names have to be looked up. */
  | { at: Span; lookUp: NamedField; query: string; toProposal: (name: FoundName) => Proposal };

/** A name that a lookup found. */
export interface FoundName {
  id: string;
  label: string;
  subtitle?: string;
}

/** What proposals depend on. */
export interface SuggestOptions {
  zone: Zone;
  actions: readonly string[];
  now: Date;
}

/** Lookups start when more than so many characters are typed. */
export const LOOKUP_AFTER = 2;

/** What is being typed where the caret stands. */
export function typingAt(line: string, caret: number, options: SuggestOptions): Typing {
  const term = scan(line).find(({ start, end }) => start < caret && caret <= end);
  if (!term) return { at: { start: caret, end: caret }, proposals: fieldProposals('', '') };
  const at = { start: term.start, end: term.end };
  const minus = term.isExcluded || term.value === '-' ? '-' : '';
  if (term.name === undefined) {
    const typed = line.slice(term.start + minus.length, caret);
    return { at, proposals: term.isQuoted ? [] : fieldProposals(typed, minus) };
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
    [value, text].some((each) => each.toLowerCase().includes(query.toLowerCase())),
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

/** A value as far as it is typed, without the quote that opens it. */
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
      const today = dayOf(now, zone);
      const days = [
        { detail: 'today', by: 0 },
        { detail: 'yesterday', by: -1 },
      ];
      return [
        ...RELATIVE.map((value) => ({
          value,
          text: value,
          detail:
            field === 'after' ? `the last ${relativeWords(value)}` : `${relativeWords(value)} ago`,
        })),
        ...days.map(({ detail, by }) => {
          const day = addDays(today, by);
          return { value: day, text: day, detail };
        }),
      ];
    }
  }
}

/** A line with a proposal in place of what is being typed, and where the caret stands then. */
export function insertProposal(
  line: string,
  { start, end }: Span,
  { insert, isWhole }: Proposal,
): { line: string; caret: number } {
  const rest = line.slice(end).trimStart();
  const before = line.slice(0, start) + insert + (isWhole || rest !== '' ? ' ' : '');
  return { line: before + rest, caret: start + insert.length + (isWhole ? 1 : 0) };
}
