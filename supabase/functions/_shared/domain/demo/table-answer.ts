import type { Table, TableRow } from '../extract/extracted-file.ts';
import { cellNumber, decimalsOf } from './cell-number.ts';
import type { ReadFile } from './file-passages.ts';
import { plain } from './plain-words.ts';
import {
  namedColumns,
  namedValue,
  tableQuestion,
  type Measure,
  type RowFilter,
} from './table-question.ts';

interface FileTable {
  title: string;
  table: Table;
}

const MEASURE_NAMES: Record<Measure, string> = {
  sum: 'total',
  mean: 'average',
  highest: 'highest value',
  lowest: 'lowest value',
};
/** So many decimals are enough for an average. */
const MEAN_DECIMALS = 2;

/**
 * Counts, adds up and compares over the tables of files, as a question asks.
 * @returns one paragraph for each table that it is about; none when it asks for nothing of the kind
 */
export function tableAnswer(question: string, files: readonly ReadFile[]): string[] {
  const wanted = tableQuestion(question);
  const all = aboutWhich(question, files.flatMap(tablesOf));
  // How much something is can be added up where a table has it; otherwise a row may tell.
  const tables =
    wanted?.kind === 'amount' ? all.filter(({ table }) => namedValue(table, question)) : all;
  if (!wanted || tables.length === 0) return [];
  if (wanted.kind === 'columns') return tables.map(columnsLine);
  if (wanted.kind === 'rows') {
    // A count of something that no table knows is none of ours.
    const filtered = tables.filter(({ table }) => namedValue(table, question));
    if (filtered.length > 0) return filtered.map((each) => rowsLine(each, question));
    return /\b(rows?|entries|lines|records)\b/.test(plain(question))
      ? tables.map((each) => rowsLine(each, question))
      : [];
  }
  const named = tables.filter(({ table }) => namedColumns(table, question).length > 0);
  const lines = (named.length > 0 ? named : tables).map((each) =>
    measureLine(each, question, wanted.kind === 'amount' ? 'sum' : wanted.measure),
  );
  return lines.filter((line) => line !== undefined);
}

/** What a table holds, in a line. */
export function columnsLine({ title, table }: FileTable): string {
  return `${title} has ${counted(table.rows.length, 'row')} under the columns ${table.columns.map((column) => `**${inline(column)}**`).join(', ')}.${readOnly(table)}`;
}

/** The tables of a file, each under a name that a person knows it by. */
export function tablesOf({ name, content }: ReadFile): FileTable[] {
  return content.tables.map((table) => ({
    title:
      table.sheet === undefined
        ? inline(name)
        : `Sheet “${inline(table.sheet)}” of ${inline(name)}`,
    table,
  }));
}

/** A question that names a sheet or a file is about that alone. */
function aboutWhich(question: string, tables: FileTable[]): FileTable[] {
  const words = plain(question);
  const bySheet = tables.filter(
    ({ table: { sheet } }) => sheet !== undefined && words.includes(`sheet ${plain(sheet)}`),
  );
  return bySheet.length > 0 ? bySheet : tables;
}

function rowsLine({ title, table }: FileTable, question: string): string {
  const filter = namedValue(table, question);
  const rows = filtered(table, filter);
  return filter
    ? `${title} has **${counted(rows.length, 'row')}** ${where(table, filter)}, of ${table.rows.length} in all.${readOnly(table)}`
    : `${title} has **${counted(rows.length, 'row')}** below the names of its columns.${readOnly(table)}`;
}

function measureLine({ title, table }: FileTable, question: string, measure: Measure) {
  const numeric = table.columns.flatMap((_, index) => (isNumeric(table, index) ? [index] : []));
  const named = namedColumns(table, question);
  const column =
    named.find((index) => numeric.includes(index)) ??
    (numeric.length === 1 && named.length === 0 ? numeric[0] : undefined);
  if (column === undefined) {
    if (numeric.length === 0) return undefined;
    const names = numeric.map((index) => `**${inline(table.columns[index] ?? '')}**`).join(', ');
    return `${title} has numbers in the columns ${names}. Name one of them, and I work it out.`;
  }
  const filter = namedValue(table, question);
  const cells = filtered(table, filter).map((row) => ({ row, cell: row.cells[column] ?? '' }));
  const values = cells.flatMap(({ row, cell }) => {
    const number = cellNumber(cell);
    return number === undefined ? [] : [{ row, cell, number }];
  });
  const [first] = values;
  const name = inline(table.columns[column] ?? '');
  const whose = filter ? ` ${where(table, filter)}` : '';
  if (!first) return `${title} has no number under **${name}**${whose}.`;

  const left = cells.filter(({ cell }) => cell !== '').length - values.length;
  const passed =
    left > 0
      ? ` ${counted(left, 'cell')} without a number ${left === 1 ? 'was' : 'were'} left out.`
      : '';
  const end = `${passed}${readOnly(table)}`;
  if (measure === 'highest' || measure === 'lowest') {
    const best = values.reduce((a, b) =>
      (measure === 'highest' ? b.number > a.number : b.number < a.number) ? b : a,
    );
    return `The ${MEASURE_NAMES[measure]} of **${name}** in ${title}${whose} is **${inline(best.cell)}**, in row ${best.row.row}.${end}`;
  }
  const decimals = Math.min(10, Math.max(...values.map(({ cell }) => decimalsOf(cell))));
  const sum = values.reduce((total, { number }) => total + number, 0);
  const result =
    measure === 'sum'
      ? Number(sum.toFixed(decimals))
      : Number((sum / values.length).toFixed(Math.max(decimals, MEAN_DECIMALS)));
  return `The ${MEASURE_NAMES[measure]} of **${name}** in ${title}${whose} is **${shown(result, measure === 'sum' ? decimals : 0)}**, over ${counted(values.length, 'row')}.${end}`;
}

function filtered(table: Table, filter: RowFilter | undefined): TableRow[] {
  if (!filter) return table.rows;
  const value = plain(filter.value);
  return table.rows.filter(({ cells }) => plain(cells[filter.column] ?? '') === value);
}

function where(table: Table, { column, value }: RowFilter): string {
  return `where **${inline(table.columns[column] ?? '')}** is “${inline(value)}”`;
}

/** Most of what a column holds are numbers. */
function isNumeric({ rows }: Table, column: number): boolean {
  const cells = rows.map(({ cells: all }) => all[column] ?? '').filter((cell) => cell !== '');
  return cells.filter((cell) => cellNumber(cell) !== undefined).length > cells.length / 2;
}

function readOnly({ isCut }: Table): string {
  return isCut ? ' That is of the rows that were read, not of all.' : '';
}

function shown(number: number, decimals: number): string {
  return number.toLocaleString('en-AU', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: 10,
  });
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en-AU')} ${count === 1 ? what : `${what}s`}`;
}

/** As it stands in a line of Markdown. */
export function inline(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&')
    .slice(0, 200);
}
