import type { Table } from '../extract/extracted-file.ts';
import { plain } from './plain-words.ts';

/** A calculation over the values of a column. */
export type Measure = 'sum' | 'mean' | 'highest' | 'lowest';

/** The kind of answer that a question requests from a table. */
export type TableQuestion =
  | { kind: 'rows' }
  | { kind: 'columns' }
  | { kind: 'amount' }
  | { kind: 'measure'; measure: Measure };

const MEASURES: readonly (readonly [Measure, RegExp])[] = [
  ['mean', /\b(average|mean)\b/],
  ['sum', /\b(totals?|sums?|add up|altogether)\b/],
  ['highest', /\b(highest|largest|biggest|maximum|max|most expensive)\b/],
  ['lowest', /\b(lowest|smallest|minimum|min|cheapest)\b/],
];
const AMOUNT = /\bhow much\b/;
const ROWS = /\b(how many|count|number of)\b/;
const COLUMNS = /\b(columns?|fields|headings?)\b/;

/** Parses a question that a table can answer; returns undefined for any other question. */
export function tableQuestion(question: string): TableQuestion | undefined {
  const words = plain(question);
  const measure = MEASURES.find(([, sign]) => sign.test(words))?.[0];
  if (measure) return { kind: 'measure', measure };
  if (COLUMNS.test(words)) return { kind: 'columns' };
  if (AMOUNT.test(words)) return { kind: 'amount' };
  return ROWS.test(words) ? { kind: 'rows' } : undefined;
}

/** Returns the indexes of the columns that a question names, the longest name first. */
export function namedColumns(table: Table, question: string): number[] {
  const words = ` ${plain(question)} `;
  return table.columns
    .map((column, index) => ({ index, name: plain(column) }))
    .filter(({ name }) => name !== '' && name.length < words.length)
    .filter(({ name }) => new RegExp(`\\W${escapeRegExp(name)}(?:e?s)?\\W`).test(words))
    .sort((a, b) => b.name.length - a.name.length || a.index - b.index)
    .map(({ index }) => index);
}

/** Returns the index of the column to group by: "per participant", "for each service". */
export function groupColumn(table: Table, question: string): number | undefined {
  const words = /\b(?:per|by|each|every)\b(.*)$/i.exec(question)?.[1];
  return words === undefined ? undefined : namedColumns(table, words)[0];
}

/** A filter for the rows that have this value in this column. */
export interface RowFilter {
  column: number;
  value: string;
}

/** Returns a column value that a question names, such as “Paid”. Ignores numbers, because they are ambiguous. */
export function namedValue(table: Table, question: string): RowFilter | undefined {
  const words = ` ${plain(question)} `;
  const names = new Set(table.columns.map(plain));
  let best: (RowFilter & { length: number }) | undefined;
  for (const { cells } of table.rows) {
    for (const [column, value] of cells.entries()) {
      const name = plain(value);
      if (name.length < 3 || name.length > 60 || !/[a-z]/.test(name) || names.has(name)) continue;
      if (best && best.length >= name.length) continue;
      if (words.includes(name) && new RegExp(`\\W${escapeRegExp(name)}\\W`).test(words))
        best = { column, value, length: name.length };
    }
  }
  return best && { column: best.column, value: best.value };
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
