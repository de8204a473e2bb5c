import { GENERAL, type CellFormat, type ShownCell } from './cell-format.ts';
import { parseColumn } from './merged-cells.ts';
import { attribute, type XmlPiece } from './xml-pieces.ts';

/** The workbook data that is read before the sheets. */
export interface Workbook {
  texts: readonly string[];
  /** The number formats of the cells, by style index. */
  styles: readonly CellFormat[];
}

/** Assembles the cells of a row from XML pieces. */
export class CellReading {
  readonly #workbook: Workbook;
  readonly #columns: number;
  /** The columns of the row whose formulas have no stored result. */
  unknown: number[] = [];
  #cells: ShownCell[] = [];
  #column = -1;
  #type = 'n';
  #style = 0;
  #value = '';
  #isValue = false;
  #isReading = false;
  #isFormula = false;

  constructor(workbook: Workbook, columns: number) {
    this.#workbook = workbook;
    this.#columns = columns;
  }

  take(piece: XmlPiece): void {
    if (piece.kind === 'text') {
      if (this.#isValue && !this.#isReading) this.#value += piece.text;
    } else if (piece.name === 'v' || piece.name === 't')
      this.#isValue = piece.kind === 'open' && !piece.isEmpty;
    else if (piece.name === 'f') this.#isFormula = true;
    else if (piece.name === 'rPh') this.#isReading = piece.kind === 'open';
    else if (piece.name === 'c') {
      if (piece.kind === 'open') this.#begin(piece.attributes);
      if (piece.kind === 'close' || piece.isEmpty) this.#end();
    }
  }

  /** @returns the cells of the completed row */
  endRow(): ShownCell[] {
    const cells = this.#cells;
    this.#cells = [];
    this.unknown = [];
    this.#column = -1;
    return cells;
  }

  #begin(attributes: string): void {
    const address = attribute(attributes, 'r');
    this.#column = address === undefined ? this.#column + 1 : parseColumn(address);
    this.#type = attribute(attributes, 't') ?? 'n';
    this.#style = Number(attribute(attributes, 's') ?? 0);
    this.#value = '';
    this.#isFormula = false;
  }

  #end(): void {
    if (this.#column >= this.#columns) return;
    // The result of a formula that is an empty text is stored as a text.
    if (this.#isFormula && this.#value === '' && this.#type !== 'str')
      this.unknown.push(this.#column);
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = this.#shown();
  }

  /** Formats the value as the cell shows it, or close to it. */
  #shown(): ShownCell {
    const { texts, styles } = this.#workbook;
    const value = this.#value;
    const format = styles[this.#style] ?? GENERAL;
    if (this.#type === 's') return format.showText(texts[Number(value)] ?? '');
    if (this.#type === 'str' || this.#type === 'inlineStr') return format.showText(value);
    if (this.#type === 'b') return value === '1' ? 'TRUE' : value === '' ? '' : 'FALSE';
    if (this.#type !== 'n' || value.trim() === '' || !Number.isFinite(Number(value))) return value;
    return format.showNumber(Number(value));
  }
}
