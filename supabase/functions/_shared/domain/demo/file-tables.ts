import type { TableRow } from '../extract/extracted-file.ts';
import type { ReadFile } from './file-passages.ts';
import { inline, plain } from './plain-words.ts';
import type { FileTable } from './table-columns.ts';

/** The number of rows that an answer names. */
const LISTED_ROWS = 20;

/** Returns the tables of a file, each with a title that the user recognises. */
export function listFileTables({ name, content }: ReadFile): FileTable[] {
  return content.tables.map((table) => ({
    title:
      table.sheet === undefined
        ? inline(name)
        : `Sheet “${inline(table.sheet)}” of ${inline(name)}`,
    names: [name, table.sheet ?? ''],
    table,
  }));
}

/**
 * Returns the tables of a file for a question: those of the sheets that it names, or all. The sheets with the same
 * columns are one table.
 */
export function askedTables(question: string, file: ReadFile): FileTable[] {
  const words = ` ${plain(question).replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const isNamed = (sheet: string) =>
    words.includes(
      ` ${plain(sheet)
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()} `,
    );
  const all = listFileTables(file);
  const named = all.filter(({ table: { sheet } }) => sheet !== undefined && isNamed(sheet));
  const groups = new Map<string, FileTable[]>();
  for (const [index, each] of (named.length > 0 ? named : all).entries()) {
    const { sheet, columns } = each.table;
    const key = sheet === undefined ? String(index) : JSON.stringify(columns);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].map((tables) => joined(tables, file.name));
}

function joined(tables: readonly FileTable[], name: string): FileTable {
  const [first] = tables;
  if (!first || tables.length === 1) return first as FileTable;
  const sheets = new Map<TableRow, string>();
  for (const { table } of tables) for (const row of table.rows) sheets.set(row, table.sheet ?? '');
  const names = tables.map(({ table }) => `“${inline(table.sheet ?? '')}”`);
  return {
    title: `Sheets ${names.slice(0, -1).join(', ')} and ${names.at(-1)} of ${inline(name)}`,
    names: tables.flatMap((each) => each.names),
    table: {
      columns: first.table.columns,
      rows: tables.flatMap(({ table }) => table.rows),
      ...(tables.some(({ table }) => table.isCut) && { isCut: true }),
    },
    sheets,
  };
}

/** Names rows as the user finds them, such as “rows 2 and 5”. */
export function rowNames({ sheets }: FileTable, rows: readonly TableRow[]): string {
  const shown = rows.slice(0, LISTED_ROWS);
  const bySheet = new Map<string, number[]>();
  for (const row of shown) {
    const sheet = sheets?.get(row) ?? '';
    bySheet.set(sheet, [...(bySheet.get(sheet) ?? []), row.row]);
  }
  const others = rows.length - shown.length;
  const names = [...bySheet].map(
    ([sheet, numbers]) =>
      `${sheet === '' ? '' : `${inline(sheet)} `}${numbers.length === 1 ? 'row' : 'rows'} ${listed(numbers.map(String), others)}`,
  );
  return names.join('; ') + (others > 0 ? ` and ${others} more` : '');
}

/** Joins texts as a sentence does: “a, b and c”. */
export function listed(texts: readonly string[], others = 0): string {
  return texts.length < 2 || others > 0
    ? texts.join(', ')
    : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}
