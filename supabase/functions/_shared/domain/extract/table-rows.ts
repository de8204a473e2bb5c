interface Cell {
  text: string;
  columns: number;
  /** True if the cell continues the one above it, or the one before it. */
  isBelow: boolean;
  isRight: boolean;
  isDeleted: boolean;
}

/** A document is no sheet: more columns than these have no meaning. */
const MOST_COLUMNS = 100;

/** Assembles the rows of one table of a document. Merged cells repeat their value. */
export class TableRows {
  /** The rows of a table within another one. */
  readonly lines: string[] = [];
  #row: Cell[] = [];
  #cell: Cell | undefined;
  #before = 0;
  #isDeleted = false;
  /** The text of the cell above each column. */
  readonly #above: string[] = [];

  beginRow(): void {
    this.#row = [];
    this.#before = 0;
    this.#isDeleted = false;
  }

  beginCell(): void {
    this.#cell = { text: '', columns: 1, isBelow: false, isRight: false, isDeleted: false };
  }

  /** Reads a property of the row or the cell. */
  readProperty(name: string, value: string): void {
    if (name === 'del') this.#isDeleted = true;
    else if (name === 'gridBefore') this.#before = columnCount(value, 0);
    else if (!this.#cell) return;
    else if (name === 'gridSpan') this.#cell.columns = columnCount(value, 1);
    else if (name === 'vMerge') this.#cell.isBelow = value !== 'restart';
    else if (name === 'hMerge') this.#cell.isRight = value !== 'restart';
    else if (name === 'cellDel') this.#cell.isDeleted = true;
  }

  addText(text: string): void {
    if (this.#cell) this.#cell.text += `${text} `;
  }

  endCell(): void {
    if (this.#cell && !this.#cell.isDeleted) this.#row.push(this.#cell);
    this.#cell = undefined;
  }

  /** @returns the cells of the row in one line; undefined for a row without text */
  endRow(): string | undefined {
    const shown = Array.from({ length: this.#before }, () => '');
    for (const { text, columns, isBelow, isRight } of this.#row) {
      const column = shown.length;
      const own = text.trim();
      const value = isBelow ? (this.#above[column] ?? own) : isRight ? (shown.at(-1) ?? own) : own;
      for (let at = 0; at < columns && shown.length < MOST_COLUMNS; at += 1) {
        this.#above[column + at] = value;
        shown.push(value);
      }
    }
    if (this.#isDeleted || shown.every((value) => value === '')) return undefined;
    // A title over the whole table is no value of each column.
    return this.#row.length === 1 ? shown.at(-1) : shown.join(' | ');
  }
}

function columnCount(value: string, least: number): number {
  const count = Number(value);
  return Number.isInteger(count) ? Math.min(Math.max(count, least), MOST_COLUMNS) : least;
}
