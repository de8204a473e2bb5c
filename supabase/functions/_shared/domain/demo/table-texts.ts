import type { Table, TableRow } from '../extract/extracted-file.ts';
import { listed } from './file-tables.ts';
import { inline, plain } from './plain-words.ts';
import type { Column } from './table-columns.ts';
import type { RowFilter } from './table-filters.ts';

/** The maximum number of groups, rows or values in an answer. */
export const LISTED = 20;

export function whereText(filters: readonly RowFilter[]): string {
  return filters.length === 0 ? '' : ` where ${listed(filters.map(({ text }) => text))}`;
}

export function cellOf({ cells }: TableRow, { index }: Column): string {
  return (cells[index] ?? '').trim();
}

/** Returns the distinct values of a column, without accents and case. */
export function valuesOf(rows: readonly TableRow[], column: Column): string[] {
  return [...groupRows(rows, column).keys()];
}

export function groupRows(rows: readonly TableRow[], column: Column): Map<string, TableRow[]> {
  const names = new Map<string, string>();
  const groups = new Map<string, TableRow[]>();
  for (const row of rows) {
    const value = cellOf(row, column);
    if (value === '') continue;
    const name = names.get(plain(value)) ?? value;
    names.set(plain(value), name);
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return groups;
}

export function values(found: readonly string[]): string {
  const others = found.length - LISTED;
  const shown = found.slice(0, LISTED).map((value) => `**${inline(value)}**`);
  return `${listed(shown, Math.max(0, others))}${others > 0 ? ` and ${others} more` : ''}`;
}

export function bold({ name }: Column): string {
  return `**${inline(name)}**`;
}

export function verb(title: string): string {
  return title.startsWith('Sheets ') ? 'have' : 'has';
}

export function readOnly({ isCut }: Table): string {
  return isCut ? ' That is of the rows that were read, not of all.' : '';
}

export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en-AU')} ${count === 1 ? what : `${what}s`}`;
}
