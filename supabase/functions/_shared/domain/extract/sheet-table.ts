import type { Allowance } from './allowance.ts';
import type { ShownCell } from './cell-format.ts';
import type { ExtractedFile, Table, TableRow } from './extracted-file.ts';
import { MergedCells, type MergedRange } from './merged-cells.ts';
import { formulasWithoutResult, onlyFirst } from './notes.ts';
import { columnNames, findHeader } from './sheet-header.ts';

/** The maximum number of cells that a note lists. */
const LISTED_CELLS = 10;

/** Collects the rows of one sheet as they are read. */
export class SheetReading {
  readonly #allowance: Allowance;
  readonly #sheet: string | undefined;
  readonly #rows: TableRow[] = [];
  readonly #merges = new MergedCells();
  readonly #unknown: string[] = [];
  #unknownCount = 0;
  #isCut = false;

  constructor(allowance: Allowance, sheet?: string) {
    this.#allowance = allowance;
    this.#sheet = sheet;
  }

  /**
   * Adds a row.
   * @returns false if the limit of rows or characters is exceeded
   */
  add(row: number, cells: readonly ShownCell[]): boolean {
    const { columns, rowsPerSheet } = this.#allowance.limits;
    const filled = cells
      .slice(0, columns)
      .map((cell) => (typeof cell === 'string' ? cell : cell.text).trim());
    while (filled.at(-1) === '') filled.pop();
    if (filled.length === 0) return true;
    // The header does not count towards `rowsPerSheet`.
    if (this.#rows.length > rowsPerSheet || this.#allowance.isSpent) {
      this.#isCut = true;
      return false;
    }
    const shown = cells.slice(0, filled.length);
    const numbers = byColumn(shown, ({ number }) => number);
    const dates = byColumn(shown, ({ date }) => date);
    this.#rows.push({
      row,
      cells: filled.map((cell) => this.#allowance.take(cell)),
      ...(numbers && { numbers }),
      ...(dates && { dates }),
    });
    return true;
  }

  /** Adds cells that the sheet shows as one. */
  merge(range: MergedRange): void {
    this.#merges.add(range);
  }

  /** Records a cell whose formula has no stored result. */
  addUnknown(address: string): void {
    this.#unknownCount += 1;
    if (this.#unknown.length < LISTED_CELLS) this.#unknown.push(address);
  }

  /** Records that further rows were omitted before `add` was called for them. */
  cut(): void {
    this.#isCut = true;
  }

  /** Returns the sheet as a table with its column names. The rows above the header become text. */
  end(name: string): ExtractedFile {
    this.#merges.limitColumns(Math.max(0, ...this.#rows.map(({ cells }) => cells.length)));
    const { from, to } = findHeader(this.#rows, this.#merges);
    const above = this.#rows.slice(0, from);
    const names = columnNames(this.#rows.slice(from, to), this.#merges);
    const { rowsPerSheet } = this.#allowance.limits;
    const below = this.#rows.slice(to);
    const rows = below.slice(0, rowsPerSheet);
    this.#merges.repeatIn(rows, this.#allowance);
    const width = Math.max(0, ...rows.slice(0, 1000).map(({ cells }) => cells.length));
    const isCut = this.#isCut || rows.length < below.length;
    const table: Table = {
      ...(this.#sheet !== undefined && { sheet: this.#sheet }),
      columns: Array.from(
        { length: Math.max(width, names.length) },
        (_, index) => names[index] || `Column ${index + 1}`,
      ),
      rows,
      ...(isCut && { isCut }),
    };
    const where = this.#sheet === undefined ? name : `sheet “${this.#sheet}” of ${name}`;
    return {
      parts: above.map(({ row, cells }) => ({
        text: `${cells.filter((cell) => cell !== '').join(' ')}\n`,
        location: { ...(this.#sheet !== undefined && { sheet: this.#sheet }), row },
      })),
      tables: table.columns.length === 0 ? [] : [table],
      notes: [
        ...(isCut ? [onlyFirst(rows.length, 'rows', where)] : []),
        ...(this.#unknownCount > 0
          ? [formulasWithoutResult(this.#unknown, this.#unknownCount, where)]
          : []),
      ],
    };
  }
}

/** Returns what cells have in addition to their text, by column; undefined if none has any. */
function byColumn<Value>(
  cells: readonly ShownCell[],
  read: (cell: Exclude<ShownCell, string>) => Value | undefined,
): Record<number, Value> | undefined {
  let found: Record<number, Value> | undefined;
  for (const [column, cell] of cells.entries()) {
    const value = typeof cell === 'string' ? undefined : read(cell);
    if (value !== undefined) (found ??= {})[column] = value;
  }
  return found;
}
