import type { Table, TableRow } from '../extract/extracted-file.ts';
import { cellNumber } from '../extract/cell-number.ts';
import { plain } from './plain-words.ts';
import { cellDateParts, isMonthFirst, type PartialDate } from './table-dates.ts';
import { stems } from './table-words.ts';

/** A table of a file, with a title that the user recognises. */
export interface FileTable {
  title: string;
  /** The names of the file and its sheets. */
  names: readonly string[];
  table: Table;
  /** The sheet of each row, if the table joins several. */
  sheets?: ReadonlyMap<TableRow, string>;
}

type ColumnKind = 'number' | 'date' | 'time' | 'flag' | 'text';

/** A column, and what its cells are. */
export interface Column {
  index: number;
  name: string;
  stems: string[];
  kind: ColumnKind;
  isMonthFirst: boolean;
  /** True for dates with a day and month, not only a weekday. */
  hasDays?: boolean;
}

/** Matches a duration, whose number is in days. Other cells of this form have no number. */
export const DURATION = /^-?\d+:[0-5]\d(:[0-5]\d)?$/;
const HOURS_NAME = /\b(?:hours?|hrs?|duration|length|worked|overtime|break|total)\b/i;
const ID_NAME = /(?:^|\b)(?:id|nr|no|row|number|phone|mobile|telephone|fax|postcode|abn|ndis)\b/i;
const TIME = /^(?<hour>\d{1,2})(?:[:.](?<minute>[0-5]\d))?(?::[0-5]\d)? ?(?<half>am|pm)?$/;
const TOTAL = /^(?:grand |sub-? ?)?(?:totals?|sum)\b(?: (?:hours|amount|cost|km|for|of)\b.*)?:?$/;
/** The cells that say no. An empty one does, too. */
const NO = /^(?:|no|n|none|nil|false|✗|✘|-|–|—|n\/?a|missing|absent)$/;
const YES = /^(?:yes|y|true|✓|✔|☑)$/;
const FLAG = /^(?:yes|no|y|n|true|false|✓|✔|☑|✗|✘|-|–)$/;
/** The number of rows that tell the kind of a column. */
const SAMPLE = 500;
const LONGEST_NAME = 200;
const LONGEST_TOTAL = 40;
const DAY_MINUTES = 24 * 60;

/** Returns the columns of a table. The kind of a column is that of most of its cells. */
export function describeColumns(table: Table): Column[] {
  const sample = table.rows.slice(0, SAMPLE);
  return table.columns.map((name, index) => {
    const cells = sample
      .filter(({ merged }) => !merged?.includes(index))
      .map(({ cells: all }) => (all[index] ?? '').trim())
      .filter((cell) => cell !== '');
    const monthFirst = isMonthFirst(cells);
    const kindOf = (): ColumnKind => {
      const most = (sign: (cell: string) => boolean) =>
        cells.filter(sign).length > cells.length / 2;
      const filled = sample.filter(
        ({ cells: all, merged }) => (all[index] ?? '') !== '' && !merged?.includes(index),
      );
      const numeric = filled.filter((row) => rowNumber(row, index) !== undefined);
      if (numeric.length > filled.length / 2) return ID_NAME.test(name) ? 'text' : 'number';
      if (HOURS_NAME.test(name) && most((cell) => DURATION.test(cell))) return 'number';
      if (most((cell) => FLAG.test(plain(cell)))) return 'flag';
      if (most((cell) => cellDateParts(cell, monthFirst) !== undefined)) return 'date';
      return most((cell) => cell.length > 2 && minutesOf(cell) !== undefined) ? 'time' : 'text';
    };
    return {
      index,
      name,
      stems: stems(withoutUnit(name.slice(0, LONGEST_NAME))),
      kind: kindOf(),
      isMonthFirst: monthFirst,
      hasDays: cells.some((cell) => cellDateParts(cell, monthFirst)?.day !== undefined),
    };
  });
}

function withoutUnit(name: string): string {
  return name.replaceAll(/\([^)]*\)/g, ' ').trim() || name;
}

/** Returns the number of a cell. Merged cells have it once: each of their rows repeats it. */
function rowNumber({ cells, numbers, merged }: TableRow, column: number): number | undefined {
  if (merged?.includes(column)) return undefined;
  return numbers?.[column] ?? cellNumber(cells[column] ?? '');
}

/** Returns the number of a cell of a numeric column; a text such as 7:30 is a duration there, in days. */
export function measuredNumber(row: TableRow, column: number): number | undefined {
  const cell = (row.cells[column] ?? '').trim();
  const number = rowNumber(row, column);
  if (number !== undefined || row.merged?.includes(column) || !DURATION.test(cell)) return number;
  const [hours = 0, minutes = 0, seconds = 0] = cell.replace('-', '').split(':').map(Number);
  const days = (hours * 60 + minutes + seconds / 60) / DAY_MINUTES;
  return cell.startsWith('-') ? -days : days;
}

/** Returns the minute of the day that a text such as “8 am” or “20:00” states. */
export function minutesOf(text: string): number | undefined {
  const { hour, minute = '0', half } = TIME.exec(plain(text))?.groups ?? {};
  if (hour === undefined) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  return hours > 24 ? undefined : hours * 60 + Number(minute);
}

export function dateIn({ cells }: TableRow, column: Column): PartialDate | undefined {
  return cellDateParts(cells[column.index] ?? '', column.isMonthFirst);
}

export function isNo(cell: string): boolean {
  return NO.test(plain(cell));
}

export function isYes(cell: string): boolean {
  return YES.test(plain(cell));
}

/** Splits the rows that are sums of others from those that are counted. */
export function splitTotals(
  { rows }: Table,
  columns: readonly Column[],
): { rows: TableRow[]; totals: TableRow[] } {
  const totals = rows.filter(({ cells }) =>
    cells.some((cell) => cell.length < LONGEST_TOTAL && TOTAL.test(plain(cell))),
  );
  const last = rows.at(-1);
  if (last && rows.length > 2 && !totals.includes(last) && isUnnamedTotal(rows, columns))
    totals.push(last);
  return { rows: rows.filter((row) => !totals.includes(row)), totals };
}

/** Returns true if the last row has only numbers, each the sum of those above it. */
function isUnnamedTotal(rows: readonly TableRow[], columns: readonly Column[]): boolean {
  const [last] = rows.slice(-1);
  const filled = columns.filter(({ index }) => (last?.cells[index] ?? '') !== '');
  if (filled.length === 0 || filled.length === columns.length) return false;
  return filled.every(({ kind, index }) => {
    if (kind !== 'number' || !last) return false;
    const sum = rows
      .slice(0, -1)
      .reduce((total, row) => total + (measuredNumber(row, index) ?? 0), 0);
    return Math.abs(sum - (measuredNumber(last, index) ?? Number.NaN)) < 0.005;
  });
}
