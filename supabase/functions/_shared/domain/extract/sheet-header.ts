import type { TableRow } from './extracted-file.ts';
import type { MergedCells } from './merged-cells.ts';

/** The number of rows in which the header is searched: a title may be above it. */
const HEADER_WITHIN = 10;
/** The maximum number of rows of a header. */
const HEADER_ROWS = 3;
/** The number of rows below a header that show whether its columns contain numbers. */
const COMPARED_ROWS = 5;
/**
 * A run of blanks can match in one position only: with two adjacent ones, the pattern would try every split of a long
 * run.
 */
const NUMBER = /^[-+(]?\s*(?:[$€£]\s*)?\d[\d.,\s]*(?:\)\s*)?%?$/;
const STARTS_WITH_DIGIT = /^\D{0,3}\d/;

/** A header: the index of its first row, and of the first row below it. Both are 0 for a sheet without a header. */
export interface Header {
  from: number;
  to: number;
}

/**
 * Finds the header: the first row that fills at least 60% of the columns in use, and the rows below it that divide its
 * columns. A sheet in which that row contains numbers has none.
 */
export function findHeader(rows: readonly TableRow[], merges: MergedCells): Header {
  const first = rows.slice(0, HEADER_WITHIN);
  const covered = first.map((row) => countCovered(row, merges));
  const most = Math.max(0, ...covered);
  const index = covered.findIndex((count) => count >= Math.max(1, most * 0.6));
  if (index < 0 || hasNumber(first[index])) return { from: 0, to: 0 };
  let to = index + 1;
  while (to - index < HEADER_ROWS && dividesColumns(rows, to, merges)) to += 1;
  const above = rows[index - 1];
  const isGrouped = above !== undefined && isNext(above, rows[index]) && hasGroup(above, merges);
  return { from: isGrouped ? index - 1 : index, to };
}

/** Returns the names of the columns: those of several rows are joined, such as “Core supports Budget”. */
export function columnNames(rows: readonly TableRow[], merges: MergedCells): string[] {
  const width = Math.max(0, ...rows.map(({ row, cells }) => merges.width(row, cells.length)));
  return Array.from({ length: width }, (_, column) => {
    const parts = rows.map((row, index) => {
      const merged = merges.source(row.row, column);
      if (merged) {
        const source = rows.find((each) => each.row === merged.row);
        return source?.cells[merged.column] ?? '';
      }
      const below = rows[index + 1];
      const own = row.cells[column] ?? '';
      // Without merged cells, the name of a group is above its first column only.
      return own === '' && (below?.cells[column] ?? '') !== '' && !merges.isIn(row.row)
        ? (row.cells.slice(0, column).findLast((cell) => cell !== '') ?? '')
        : own;
    });
    return parts.filter((part, index) => part !== '' && parts.indexOf(part) === index).join(' ');
  });
}

/** Counts the columns that a row fills. A title is a single cell, however many columns it covers. */
function countCovered({ row, cells }: TableRow, merges: MergedCells): number {
  const filled = cells.flatMap((cell, column) => (cell === '' ? [] : [column]));
  return filled.length < 2
    ? filled.length
    : filled.reduce((sum, column) => sum + merges.columnsOf(row, column), 0);
}

function hasNumber(row: TableRow | undefined): boolean {
  return row?.numbers !== undefined || (row?.cells.some((cell) => NUMBER.test(cell)) ?? false);
}

function isNext(row: TableRow | undefined, next: TableRow | undefined): boolean {
  return row !== undefined && next?.row === row.row + 1;
}

/** Returns true if a row names groups of columns to the right of the first one. */
function hasGroup({ row, cells }: TableRow, merges: MergedCells): boolean {
  return cells.some(
    (cell, column) => column > 0 && cell !== '' && merges.columnsOf(row, column) > 1,
  );
}

/** Returns true if a row names the columns of the groups in the row above it. */
function dividesColumns(rows: readonly TableRow[], index: number, merges: MergedCells): boolean {
  const [above, row] = [rows[index - 1], rows[index]];
  if (!above || !row || !isNext(above, row) || hasNumber(row)) return false;
  const isFilled = ({ cells }: TableRow, column: number) => (cells[column] ?? '') !== '';
  const own = row.cells.flatMap((cell, column) => (cell === '' ? [] : [column]));
  const isInGroup = (column: number) =>
    !isFilled(above, column) ||
    merges.columnsOf(above.row, column) > 1 ||
    (!isFilled(above, column + 1) && isFilled(row, column + 1));
  if (own.length === 0 || !own.every(isInGroup)) return false;
  if (merges.hasColumnAcross(above.row, row.row)) return true;
  const names = own.map((column) => row.cells[column]);
  // Names that repeat, or numbers below names, distinguish names from the first row of the table.
  const isRepeated = new Set(names).size < names.length && merges.isIn(above.row);
  const below = rows.slice(index + 1, index + 1 + COMPARED_ROWS);
  const isAboveNumbers = own.every((column) =>
    below.some(({ cells }) => STARTS_WITH_DIGIT.test(cells[column] ?? '')),
  );
  return own.length > 1 && (isRepeated || isAboveNumbers);
}
