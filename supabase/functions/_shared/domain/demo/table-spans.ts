import type { TableRow } from '../extract/extracted-file.ts';
import { plain } from './plain-words.ts';
import type { Column } from './table-columns.ts';
import { COLUMN_GROUPS, FILLER_WORDS, stems, type ColumnGroup } from './table-words.ts';

/** The words of a question from `start` that name a column, or values of one. */
export interface Span {
  start: number;
  length: number;
  column: Column;
  /** The values that the words name; none if they name the column itself. */
  values?: ReadonlySet<string>;
  /** True if the words are all words of the column or value. */
  isWhole: boolean;
}

/** The most words of a value, and the most values of a column, that are compared with a question. */
const LONGEST_VALUE = 12;
const MOST_VALUES = 2_000;
const SHORT_WORD = 3;

/** Words for persons of any kind. */
const ANYONE = new Set(stems('people person everyone'));

interface KnownValue {
  column: Column;
  value: string;
  stems: string[];
}

/**
 * Finds the columns and values that the words of a question name: those of more words first, whole names before
 * parts of names.
 * @param isFiller returns true for a word that alone names nothing
 * @param isEvent returns true for a word that alone names only a value of one word
 */
export function findSpans(
  words: readonly string[],
  columns: readonly Column[],
  rows: readonly TableRow[],
  isFiller: (word: string) => boolean,
  isEvent: (word: string) => boolean,
): Span[] {
  const isCommon = (word: string) => isFiller(word) || isEvent(word);
  const byWord = valuesByWord(words, columns, rows);
  const found = [
    ...words.flatMap((_, start) => valueSpans(words, start, byWord, isFiller, isCommon)),
    ...words.flatMap((_, start) => columnSpans(words, start, columns, isCommon)),
  ];
  const width = new Map(columns.map((column) => [column, averageWords(rows, column)]));
  found.sort(
    (a, b) =>
      b.length - a.length ||
      Number(b.isWhole) - Number(a.isWhole) ||
      Number(a.values !== undefined) - Number(b.values !== undefined) ||
      (width.get(a.column) ?? 0) - (width.get(b.column) ?? 0) ||
      a.column.index - b.column.index,
  );
  const taken = new Set<number>();
  return found
    .filter(({ start, length }) => {
      const own = Array.from({ length }, (_, offset) => start + offset);
      if (own.some((index) => taken.has(index))) return false;
      for (const index of own) taken.add(index);
      return true;
    })
    .sort((a, b) => a.start - b.start);
}

function valuesByWord(
  words: readonly string[],
  columns: readonly Column[],
  rows: readonly TableRow[],
): Map<string, KnownValue[]> {
  const asked = new Set(words);
  const names = new Set(columns.map(({ name }) => plain(name)));
  const byWord = new Map<string, KnownValue[]>();
  for (const column of columns) {
    if (column.kind !== 'text') continue;
    const values = new Set<string>();
    for (const { cells } of rows) {
      if (values.size === MOST_VALUES) break;
      const value = cells[column.index] ?? '';
      if (/\p{L}/u.test(value) && !names.has(plain(value))) values.add(value);
    }
    for (const value of values) {
      const known = { column, value, stems: stems(value) };
      for (const word of new Set(known.stems))
        if (asked.has(word)) byWord.set(word, [...(byWord.get(word) ?? []), known]);
    }
  }
  return byWord;
}

function valueSpans(
  words: readonly string[],
  start: number,
  byWord: ReadonlyMap<string, KnownValue[]>,
  isFiller: (word: string) => boolean,
  isCommon: (word: string) => boolean,
): Span[] {
  const [first = ''] = words.slice(start, start + 1);
  const spans: Span[] = [];
  for (let length = 1; length <= LONGEST_VALUE && start + length <= words.length; length += 1) {
    const sequence = words.slice(start, start + length).join(' ');
    const matching = (byWord.get(first) ?? []).filter(({ stems: own }) =>
      ` ${own.join(' ')} `.includes(` ${sequence} `),
    );
    if (matching.length === 0) break;
    for (const column of new Set(matching.map((each) => each.column))) {
      const own = matching.filter((each) => each.column === column);
      const whole = own.filter((each) => each.stems.length === length);
      const isWhole = whole.length > 0;
      const isPart = length > 1 || (first.length >= SHORT_WORD && !isCommon(first));
      if (!isWhole && !isPart) continue;
      if (length === 1 && (first.length < SHORT_WORD || isFiller(first))) continue;
      const values = new Set((isWhole ? whole : own).map(({ value }) => value));
      spans.push({ start, length, column, values, isWhole });
    }
  }
  return spans;
}

function columnSpans(
  words: readonly string[],
  start: number,
  columns: readonly Column[],
  isCommon: (word: string) => boolean,
): Span[] {
  const [first = ''] = words.slice(start, start + 1);
  return columns.flatMap((column): Span[] => {
    const { stems: own } = column;
    if (own.length > 0 && own.every((word, offset) => words[start + offset] === word))
      return [{ start, length: own.length, column, isWhole: true }];
    const isOnly = columns.filter((each) => each.stems.includes(first)).length === 1;
    return own.length > 1 && own.includes(first) && isOnly && !isCommon(first)
      ? [{ start, length: 1, column, isWhole: false }]
      : [];
  });
}

function averageWords(rows: readonly TableRow[], { index }: Column): number {
  const cells = rows.map(({ cells: all }) => all[index] ?? '').filter((cell) => cell !== '');
  return cells.reduce((sum, cell) => sum + cell.split(' ').length, 0) / Math.max(1, cells.length);
}

/** Returns true if one of the spans has the word at this index. */
export function covers(spans: readonly Span[], index: number): boolean {
  return spans.some(({ start, length }) => index >= start && index < start + length);
}

/** Returns the first column of a kind, such as of persons. */
export function columnOf(columns: readonly Column[], group: ColumnGroup): Column | undefined {
  const isNumeric = group === 'money' || group === 'hours' || group === 'distance';
  return columns
    .filter(({ kind }) =>
      group === 'when'
        ? kind === 'date'
        : isNumeric === (kind === 'number') && (kind === 'flag') === (group === 'attendance'),
    )
    .find(({ stems: own }) =>
      own.some((word) => COLUMN_GROUPS[group].has(word) || (group === 'who' && word === 'by')),
    );
}

/** Returns the columns that a question names by another word of the same meaning. */
export function synonymSpans(
  words: readonly string[],
  columns: readonly Column[],
  direct: readonly Span[],
  events: ReadonlySet<string>,
): Span[] {
  return words.flatMap((word, start) => {
    if (covers(direct, start) || events.has(word) || FILLER_WORDS.has(word)) return [];
    const groups = (Object.keys(COLUMN_GROUPS) as ColumnGroup[]).filter((group) =>
      COLUMN_GROUPS[group].has(word),
    );
    const column = [...groups, ...(ANYONE.has(word) ? (['participant'] as const) : [])]
      .map((group) => columnOf(columns, group))
      .find((each) => each !== undefined);
    return column ? [{ start, length: 1, column, isWhole: true }] : [];
  });
}
