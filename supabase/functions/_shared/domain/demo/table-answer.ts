import type { Table, TableRow } from '../extract/extracted-file.ts';
import { cellNumber, countDecimals } from '../extract/cell-number.ts';
import type { ReadFile } from './file-passages.ts';
import { plain } from './plain-words.ts';
import {
  groupColumn,
  namedColumns,
  namedValue,
  tableQuestion,
  type Measure,
  type RowFilter,
  type TableQuestion,
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
/** The number of decimals of an average, unless its cells have more. */
const MEAN_DECIMALS = 2;
/** Matches a duration, whose number is in days. Other cells of this form have no number. */
const DURATION = /^-?\d+:[0-5]\d(:[0-5]\d)?$/;
/** The maximum number of groups in an answer. */
const GROUPS = 20;

/**
 * Answers a question by counting, adding up or comparing in the tables of files.
 * @returns one paragraph for each table that the question is about; empty if it is not such a question
 */
export function tableAnswer(question: string, files: readonly ReadFile[]): string[] {
  const wanted = tableQuestion(question);
  const all = aboutWhich(question, files.flatMap(listFileTables));
  // A "how much" question is a sum over the tables that contain a value it names; without one, a row may be the answer.
  const tables =
    wanted?.kind === 'amount' ? all.filter(({ table }) => namedValue(table, question)) : all;
  if (!wanted || tables.length === 0) return [];
  if (wanted.kind === 'columns') return tables.map(columnsLine);
  if (wanted.kind === 'rows') {
    // A count of something that is in no table is not answered here.
    const filtered = tables.filter(({ table }) => namedValue(table, question));
    if (filtered.length > 0) return filtered.map((each) => rowsLine(each, question));
    const named = tables.filter(({ table }) => namedColumns(table, question).length > 0);
    if (named.length > 0) return named.map((each) => differentLine(each, question));
    return /\b(rows?|entries|lines|records)\b/.test(plain(question))
      ? tables.map((each) => rowsLine(each, question))
      : [];
  }
  const named = tables.filter(({ table }) => namedColumns(table, question).length > 0);
  const lines = (named.length > 0 ? named : tables).map(
    (each) =>
      groupsAnswer(each, question, wanted) ??
      measureLine(each, question, wanted.kind === 'amount' ? 'sum' : wanted.measure),
  );
  return lines.filter((line) => line !== undefined);
}

/** Describes the rows and columns of a table in one line. */
export function columnsLine({ title, table }: FileTable): string {
  return `${title} has ${counted(table.rows.length, 'row')} under the columns ${table.columns.map((column) => `**${inline(column)}**`).join(', ')}.${readOnly(table)}`;
}

/** Returns the tables of a file, each with a title that the user recognises. */
export function listFileTables({ name, content }: ReadFile): FileTable[] {
  return content.tables.map((table) => ({
    title:
      table.sheet === undefined
        ? inline(name)
        : `Sheet “${inline(table.sheet)}” of ${inline(name)}`,
    table,
  }));
}

/** Returns only the tables whose sheet the question names, or all tables if it names none. */
function aboutWhich(question: string, tables: FileTable[]): FileTable[] {
  const words = plain(question);
  const bySheet = tables.filter(
    ({ table: { sheet } }) => sheet !== undefined && words.includes(`sheet ${plain(sheet)}`),
  );
  return bySheet.length > 0 ? bySheet : tables;
}

/** Counts the distinct values of a column, such as participants. */
function differentLine({ title, table }: FileTable, question: string): string {
  const [column = 0] = namedColumns(table, question);
  const values = new Set(
    table.rows.map(({ cells }) => plain(cells[column] ?? '')).filter((value) => value !== ''),
  );
  return `${title} has **${counted(values.size, 'different value')}** under **${inline(table.columns[column] ?? '')}**, in ${counted(table.rows.length, 'row')}.${readOnly(table)}`;
}

/** Returns a total or average for each value of the column that a question names after "per" or "each". */
function groupsAnswer(
  { title, table }: FileTable,
  question: string,
  wanted: TableQuestion,
): string | undefined {
  if (wanted.kind !== 'measure' || (wanted.measure !== 'sum' && wanted.measure !== 'mean'))
    return undefined;
  const { measure } = wanted;
  const group = groupColumn(table, question);
  const column = measureColumn(table, question);
  if (group === undefined || column === undefined || group === column) return undefined;
  const groups = new Map<string, TableRow[]>();
  for (const row of table.rows) {
    const value = (row.cells[group] ?? '').trim();
    if (value !== '') groups.set(value, [...(groups.get(value) ?? []), row]);
  }
  const lines = [...groups].slice(0, GROUPS).map(([value, rows]) => {
    const values = readNumbers(rows, column);
    return values.length === 0
      ? `- ${inline(value)}: no number`
      : `- ${inline(value)}: **${computeMeasure(values, measure)}**, over ${counted(values.length, 'row')}`;
  });
  const [name, by] = [column, group].map((index) => `**${inline(table.columns[index] ?? '')}**`);
  const others = groups.size - lines.length;
  return [
    `The ${MEASURE_NAMES[measure]} of ${name} per ${by} in ${title}:${readOnly(table)}\n`,
    ...lines,
    ...(others > 0 ? [`- and ${others} more`] : []),
  ].join('\n');
}

/** Returns the numeric column that a question names, or the only numeric column. */
function measureColumn(table: Table, question: string): number | undefined {
  const numeric = table.columns.flatMap((_, index) => (isNumeric(table, index) ? [index] : []));
  const named = namedColumns(table, question).find((index) => numeric.includes(index));
  return named ?? (numeric.length === 1 ? numeric[0] : undefined);
}

interface Value {
  row: TableRow;
  cell: string;
  number: number;
}

function readNumbers(rows: readonly TableRow[], column: number): Value[] {
  return rows.flatMap((row) => {
    const cell = row.cells[column] ?? '';
    const number = rowNumber(row, column);
    return number === undefined ? [] : [{ row, cell, number }];
  });
}

/** Returns the number of a cell. Merged cells have it once: each of their rows repeats it. */
function rowNumber({ cells, numbers, merged }: TableRow, column: number): number | undefined {
  if (merged?.includes(column)) return undefined;
  return numbers?.[column] ?? cellNumber(cells[column] ?? '');
}

/** Returns a total or an average, with the decimals of its cells. Durations stay durations. */
function computeMeasure(values: readonly Value[], measure: 'sum' | 'mean'): string {
  if (values.every(({ cell }) => DURATION.test(cell))) {
    const days = values.reduce((total, { number }) => total + number, 0);
    return durationText(measure === 'sum' ? days : days / values.length);
  }
  const decimals = Math.min(10, Math.max(...values.map(({ cell }) => countDecimals(cell))));
  const sum = values.reduce((total, { number }) => total + number, 0);
  return measure === 'sum'
    ? shown(Number(sum.toFixed(decimals)), decimals)
    : shown(Number((sum / values.length).toFixed(Math.max(decimals, MEAN_DECIMALS))), 0);
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
  const rows = filtered(table, filter);
  const values = readNumbers(rows, column);
  const [first] = values;
  const name = inline(table.columns[column] ?? '');
  const whose = filter ? ` ${where(table, filter)}` : '';
  if (!first) return `${title} has no number under **${name}**${whose}.`;

  const left =
    rows.filter(({ cells, merged }) => (cells[column] ?? '') !== '' && !merged?.includes(column))
      .length - values.length;
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
  return `The ${MEASURE_NAMES[measure]} of **${name}** in ${title}${whose} is **${computeMeasure(values, measure)}**, over ${counted(values.length, 'row')}.${end}`;
}

function filtered(table: Table, filter: RowFilter | undefined): TableRow[] {
  if (!filter) return table.rows;
  const value = plain(filter.value);
  return table.rows.filter(({ cells }) => plain(cells[filter.column] ?? '') === value);
}

function where(table: Table, { column, value }: RowFilter): string {
  return `where **${inline(table.columns[column] ?? '')}** is “${inline(value)}”`;
}

/** Returns true if most cells of a column are numbers. */
function isNumeric({ rows }: Table, column: number): boolean {
  const filled = rows.filter(
    ({ cells, merged }) => (cells[column] ?? '') !== '' && !merged?.includes(column),
  );
  const numeric = filled.filter((row) => rowNumber(row, column) !== undefined);
  return numeric.length > filled.length / 2;
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

/** Formats a number of days as hours and minutes. */
function durationText(days: number): string {
  const minutes = Math.round(Math.abs(days) * 24 * 60);
  const rest = String(minutes % 60).padStart(2, '0');
  return `${days < 0 ? '-' : ''}${Math.floor(minutes / 60)}:${rest}`;
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en-AU')} ${count === 1 ? what : `${what}s`}`;
}

/** Escapes a text for a line of Markdown, and truncates it to 200 characters. */
export function inline(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&')
    .slice(0, 200);
}
