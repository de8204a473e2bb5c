import type { Allowance } from './allowance.ts';
import type { ExtractedFile, Table, TableRow } from './extracted-file.ts';
import { onlyFirst } from './notes.ts';

/** The number of rows in which the header is searched: a title may be above it. */
const HEADER_WITHIN = 10;
/**
 * A run of blanks can match in one position only: with two adjacent ones, the pattern would try every split of a long
 * run.
 */
const NUMBER = /^[-+(]?\s*(?:[$€£]\s*)?\d[\d.,\s]*(?:\)\s*)?%?$/;

/** Collects the rows of one sheet as they are read. */
export class SheetReading {
  readonly #allowance: Allowance;
  readonly #sheet: string | undefined;
  readonly #rows: TableRow[] = [];
  #isCut = false;

  constructor(allowance: Allowance, sheet?: string) {
    this.#allowance = allowance;
    this.#sheet = sheet;
  }

  /**
   * Adds a row.
   * @returns false if the limit of rows or characters is exceeded
   */
  add(row: number, cells: readonly string[]): boolean {
    const { columns, rowsPerSheet } = this.#allowance.limits;
    const filled = cells.slice(0, columns).map((cell) => cell.trim());
    while (filled.at(-1) === '') filled.pop();
    if (filled.length === 0) return true;
    // The header does not count towards `rowsPerSheet`.
    if (this.#rows.length > rowsPerSheet || this.#allowance.isSpent) {
      this.#isCut = true;
      return false;
    }
    this.#rows.push({ row, cells: filled.map((cell) => this.#allowance.take(cell)) });
    return true;
  }

  /** Records that further rows were omitted before `add` was called for them. */
  cut(): void {
    this.#isCut = true;
  }

  /** Returns the sheet as a table with its column names. The rows above the header become text. */
  end(name: string): ExtractedFile {
    const header = findHeader(this.#rows);
    const above = this.#rows.slice(0, Math.max(0, header));
    const { rowsPerSheet } = this.#allowance.limits;
    const below = this.#rows.slice(header + 1);
    const rows = below.slice(0, rowsPerSheet);
    const width = Math.max(0, ...rows.slice(0, 1000).map(({ cells }) => cells.length));
    const names = this.#rows[header]?.cells ?? [];
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
      notes: isCut ? [onlyFirst(rows.length, 'rows', where)] : [],
    };
  }
}

/**
 * Finds the header: the first row that fills at least 60% of the columns in use. A sheet in which that row contains
 * numbers has none.
 * @returns its index, or -1
 */
function findHeader(rows: readonly TableRow[]): number {
  const first = rows.slice(0, HEADER_WITHIN);
  const filled = ({ cells }: TableRow) => cells.filter((cell) => cell !== '').length;
  const most = Math.max(0, ...first.map(filled));
  const index = first.findIndex((row) => filled(row) >= Math.max(1, most * 0.6));
  return first[index]?.cells.some((cell) => NUMBER.test(cell)) ? -1 : index;
}
