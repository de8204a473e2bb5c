import type { Allowance } from './allowance.ts';
import type { TableRow } from './extracted-file.ts';

/** A range of cells that a sheet shows as one; rows and columns are inclusive. Rows are 1-based, columns 0-based. */
export interface MergedRange {
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
}

/** The maximum number of ranges of a sheet, and of the cells that they fill: a range may cover a whole sheet. */
const MOST_RANGES = 20_000;
const MOST_CELLS = 1_000_000;

/** The merged cells of one sheet. */
export class MergedCells {
  readonly #ranges: MergedRange[] = [];
  /** Ranges by row: those of the rows of a header are read once per column. */
  readonly #byRow = new Map<number, MergedRange[]>();
  #columns = Infinity;

  /** Ignores the columns that a sheet does not use: a title may cover all that there are. */
  limitColumns(columns: number): void {
    this.#columns = columns;
  }

  add(range: MergedRange): void {
    if (this.#ranges.length === MOST_RANGES) return;
    this.#ranges.push(range);
    this.#byRow.clear();
  }

  /** Returns the number of columns that a cell covers. */
  columnsOf(row: number, column: number): number {
    const range = this.#at(row).find(
      ({ firstRow, firstColumn }) => firstRow === row && firstColumn === column,
    );
    return range ? this.#lastColumn(range) - column + 1 : 1;
  }

  /** Returns the number of columns of a row with its merged cells. */
  width(row: number, length: number): number {
    return this.#at(row).reduce(
      (most, range) =>
        range.firstColumn < length ? Math.max(most, this.#lastColumn(range) + 1) : most,
      length,
    );
  }

  /** Returns true if a row has merged cells. */
  isIn(row: number): boolean {
    return this.#at(row).length > 0;
  }

  /** Returns the first cell of the merged cells to which a cell belongs. */
  source(row: number, column: number): { row: number; column: number } | undefined {
    const range = this.#at(row).find(
      ({ firstColumn, lastColumn }) => firstColumn <= column && column <= lastColumn,
    );
    return range && { row: range.firstRow, column: range.firstColumn };
  }

  /** Returns true if a cell of one row covers the next one, too. */
  hasColumnAcross(row: number, next: number): boolean {
    return this.#at(row).some(({ lastRow }) => lastRow >= next);
  }

  /** Repeats the value of merged cells in every row and column that they cover, and marks these cells. */
  repeatIn(rows: readonly TableRow[], allowance: Allowance): void {
    let left = MOST_CELLS;
    const indexes = new Map(rows.map(({ row }, index) => [row, index]));
    const numbers = rows.map(({ row }) => row);
    for (const range of this.#ranges) {
      const source = rows[indexes.get(range.firstRow) ?? -1];
      const value = source?.cells[range.firstColumn] ?? '';
      if (value === '') continue;
      const last = this.#lastColumn(range);
      for (let at = firstFrom(numbers, range.firstRow); at < rows.length; at += 1) {
        const row = rows[at];
        left -= last - range.firstColumn + 1;
        if (!row || row.row > range.lastRow || left < 0 || allowance.isSpent) break;
        for (let column = range.firstColumn; column <= last; column += 1)
          if ((row.cells[column] ?? '') === '') {
            repeat(row, column, allowance.take(value));
            const date = source?.dates?.[range.firstColumn];
            if (date !== undefined) row.dates = { ...row.dates, [column]: date };
          }
      }
    }
  }

  #at(row: number): MergedRange[] {
    let found = this.#byRow.get(row);
    if (!found) {
      found = this.#ranges.filter(({ firstRow, lastRow }) => firstRow <= row && row <= lastRow);
      this.#byRow.set(row, found);
    }
    return found;
  }

  #lastColumn({ lastColumn }: MergedRange): number {
    return Math.min(lastColumn, this.#columns - 1);
  }
}

/** Parses a range such as `A2:C4`. */
export function parseRange(text: string): MergedRange | undefined {
  const found = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(text);
  if (!found) return undefined;
  const [, left = '', top, right = '', bottom] = found;
  return {
    firstRow: Number(top),
    lastRow: Number(bottom),
    firstColumn: parseColumn(left),
    lastColumn: parseColumn(right),
  };
}

/** Returns the index of a column from its letters, or from the address of a cell. */
export function parseColumn(address: string): number {
  let column = 0;
  for (let at = 0; at < address.length; at += 1) {
    const letter = address.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

/** Returns the letters of a column. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26);
  return `${rest === 0 ? '' : columnLetters(rest - 1)}${String.fromCharCode(65 + (column % 26))}`;
}

function repeat(row: TableRow, column: number, value: string): void {
  if (value === '') return;
  while (row.cells.length < column) row.cells.push('');
  row.cells[column] = value;
  (row.merged ??= []).push(column);
}

/** Returns the index of the first of ascending numbers that is at least `least`. */
function firstFrom(numbers: readonly number[], least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
