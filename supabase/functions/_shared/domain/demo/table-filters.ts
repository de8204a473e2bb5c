import type { TableRow } from '../extract/extracted-file.ts';
import { inline, plain } from './plain-words.ts';
import {
  dateIn,
  DURATION,
  isNo,
  isYes,
  measuredNumber,
  minutesOf,
  type Column,
} from './table-columns.ts';
import {
  compareDates,
  dateColumn,
  extractDates,
  isSameDate,
  type PartialDate,
} from './table-dates.ts';

import { COLUMN_GROUPS, stems } from './table-words.ts';

/** A condition for rows, and the same as text, such as “**Status** is “Open””. */
export interface RowFilter {
  column: Column;
  text: string;
  /** The number of values that the words of the question may mean. */
  values?: number;
  /** True if an answer without rows would be about something that is not in the table. */
  isUnsure?: boolean;
  isMatch: (row: TableRow) => boolean;
}

/** A filter that a date, time or number states, and the word that stands for it in the question. */
export interface Condition {
  word: string;
  filter: RowFilter;
}

/** The maximum number of values that the text of a filter lists. */
const LISTED_VALUES = 4;
const TIME = /\b\d{1,2}(?:[:.][0-5]\d(?: ?[ap]m)?| ?[ap]m)\b/g;
const COMPARISON =
  /\b(?<sign>over|more than|above|greater than|longer than|at least|under|less than|below|shorter than|at most|up to) (?<dollar>\$)?(?<number>\d[\d,]*(?:\.\d+)?) ?(?<unit>dollars?|hours?|kilometres?|kms?)?/g;
const OR_EQUAL = /at least|at most|up to/;
const MORE = /over|more|above|greater|longer|at least/;

function bold({ name }: Column): string {
  return `**${inline(name)}**`;
}

function quoted(values: readonly string[]): string {
  return values.map((value) => `“${inline(value)}”`).join(' or ');
}

/** Selects the rows whose cell is one of these values. */
export function valueFilter(column: Column, values: ReadonlySet<string>, words: string): RowFilter {
  const known = new Set([...values].map(plain));
  const names = [...new Map([...values].map((value) => [plain(value), value])).values()];
  const text = names.length > LISTED_VALUES ? `contains “${inline(words)}”` : `is ${quoted(names)}`;
  return {
    column,
    text: `${bold(column)} ${text}`,
    values: names.length,
    isMatch: ({ cells }) => known.has(plain(cells[column.index] ?? '')),
  };
}

/** Selects the rows whose cell is a yes; `negate` selects those with a no or without a value. */
export function flagFilter(column: Column): RowFilter {
  return {
    column,
    text: `${bold(column)} is yes`,
    isMatch: ({ cells }) => isYes(cells[column.index] ?? ''),
  };
}

/** Selects the rows that have no value in a column. */
export function blankFilter(column: Column): RowFilter {
  const isFlag = column.kind === 'flag';
  return {
    column,
    text: `${bold(column)} is ${isFlag ? 'no or empty' : 'empty'}`,
    isMatch: ({ cells }) => isNo(cells[column.index] ?? ''),
  };
}

/** Selects the rows that have a value in a column. */
export function filledFilter(column: Column): RowFilter {
  return {
    column,
    text: `${bold(column)} is not empty`,
    isMatch: ({ cells }) => !isNo(cells[column.index] ?? ''),
  };
}

export function negate(filter: RowFilter): RowFilter {
  return {
    ...filter,
    text: filter.text.replace('** is ', '** is not ').replace('** contains', '** does not contain'),
    isMatch: (row) => !filter.isMatch(row),
  };
}

/** Selects the rows that match one of two filters for the same column. */
export function either(a: RowFilter, b: RowFilter): RowFilter {
  return {
    ...a,
    text: `${a.text} or ${b.text.replace(/^\*\*.*?\*\* (?:is )?/, '')}`,
    values: (a.values ?? 1) + (b.values ?? 1),
    isMatch: (row) => a.isMatch(row) || b.isMatch(row),
  };
}

/**
 * Replaces the dates, times and comparisons of a question by words.
 * @returns undefined if the table has no column for one of them
 */
export function extractConditions(
  question: string,
  columns: readonly Column[],
  rows: readonly TableRow[],
): { text: string; conditions: Condition[] } | undefined {
  const conditions: Condition[] = [];
  let isUnknown = false;
  const add = (filter: RowFilter | undefined): string => {
    if (!filter) isUnknown = true;
    else conditions.push({ word: `qcondition${conditions.length}`, filter });
    return ` qcondition${conditions.length - 1} `;
  };
  const texts = columns.filter(({ kind }) => kind === 'text');
  const isName = (phrase: string) =>
    columns.some(({ name }) => plain(name) === phrase) ||
    rows.some(({ cells }) => texts.some(({ index }) => plain(cells[index] ?? '') === phrase));
  const compared = question.replaceAll(COMPARISON, (phrase: string, ...more: unknown[]) =>
    add(comparisonFilter(phrase, more.at(-1) as Record<string, string>, question, columns)),
  );
  const dated = extractDates(compared, isName, (index) => `qdate${index}q`);
  const dateAt = (index: string) => dated.dates[Number(index)];
  const ranged = dated.text
    .replaceAll(
      /\b(?:between|from) +qdate(\d+)q +(?:and|to|until) +qdate(\d+)q/g,
      (_, first: string, last: string) => {
        const [from, to] = [dateAt(first), dateAt(last)];
        return add(from && to && dateFilter(columns, question, [from, 'from'], [to, 'to']));
      },
    )
    .replaceAll(
      /\b(?:(before|after|since|until|from|till) +)?qdate(\d+)q/g,
      (_, direction: string | undefined, index: string) => {
        const date = dateAt(index);
        return add(date && dateFilter(columns, question, [date, direction ?? 'on']));
      },
    );
  const text = ranged.replaceAll(TIME, (phrase) => add(timeFilter(phrase, question, columns)));
  return isUnknown ? undefined : { text, conditions };
}

type AskedDate = readonly [{ date: PartialDate; phrase: string }, string];

function dateFilter(
  columns: readonly Column[],
  question: string,
  ...asked: readonly AskedDate[]
): RowFilter | undefined {
  const isByWeekday = asked.every(([{ date }]) => date.weekdays && date.month === undefined);
  const column = dateColumn(columns, stems(question), isByWeekday);
  if (!column) return undefined;
  const phrase = asked
    .map(([date, direction]) => (direction === 'on' ? date.phrase : `${direction} ${date.phrase}`))
    .join(' ');
  return {
    column,
    text: `${bold(column)} is ${capitalise(inline(phrase))}`,
    isUnsure: true,
    isMatch: (row) => {
      const own = dateIn(row, column);
      return (
        own !== undefined && asked.every(([{ date }, direction]) => isIn(own, date, direction))
      );
    },
  };
}

function isIn(own: PartialDate, asked: PartialDate, direction: string): boolean {
  if (direction === 'on') return isSameDate(asked, own);
  if (direction === 'from' && asked.day === undefined) return isSameDate(asked, own);
  const order = compareDates(own, asked);
  if (order === undefined) return false;
  if (direction === 'before') return order < 0;
  if (direction === 'after') return order > 0;
  return direction === 'since' || direction === 'from' ? order >= 0 : order <= 0;
}

function timeFilter(
  phrase: string,
  question: string,
  columns: readonly Column[],
): RowFilter | undefined {
  const times = columns.filter(({ kind }) => kind === 'time');
  const column =
    times.find(({ stems: own }) => own.every((word) => stems(question).includes(word))) ??
    (times.length === 1 ? times[0] : undefined);
  const minutes = minutesOf(phrase);
  if (!column || minutes === undefined) return undefined;
  return {
    column,
    text: `${bold(column)} is ${phrase}`,
    isUnsure: true,
    isMatch: ({ cells }) => minutesOf(cells[column.index] ?? '') === minutes,
  };
}

function comparisonFilter(
  phrase: string,
  { sign = '', dollar, number = '', unit }: Record<string, string | undefined>,
  question: string,
  columns: readonly Column[],
): RowFilter | undefined {
  const numeric = columns.filter(({ kind }) => kind === 'number');
  const group =
    dollar !== undefined || unit?.startsWith('dollar') === true
      ? COLUMN_GROUPS.money
      : unit?.startsWith('h') === true
        ? COLUMN_GROUPS.hours
        : unit === undefined
          ? undefined
          : COLUMN_GROUPS.distance;
  const words = stems(question);
  const column = group
    ? numeric.find(({ stems: own }) => own.some((word) => group.has(word)))
    : (numeric.find(({ stems: own }) => own.every((word) => words.includes(word))) ??
      (numeric.length === 1 ? numeric[0] : undefined));
  if (!column) return undefined;
  const limit = Number(number.replaceAll(',', ''));
  return {
    column,
    text: `${bold(column)} is ${inline(phrase.trim())}`,
    isMatch: (row) => {
      const own = measuredNumber(row, column.index);
      if (own === undefined) return false;
      const isDuration = DURATION.test((row.cells[column.index] ?? '').trim());
      const order = Math.round((own * (isDuration ? 24 : 1) - limit) * 1e6);
      if (OR_EQUAL.test(sign) && order === 0) return true;
      return MORE.test(sign) ? order > 0 : order < 0;
    },
  };
}

function capitalise(text: string): string {
  return text.replaceAll(
    /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)[a-z]*/g,
    (word) => word.charAt(0).toUpperCase() + word.slice(1),
  );
}
