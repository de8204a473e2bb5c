import { zipEntries, type ZipEntry } from '../scan/zip-entries.ts';
import type { Allowance } from './allowance.ts';
import { DATE_FORMATS, cellDate, isDateFormat } from './cell-date.ts';
import type { ExtractedFile } from './extracted-file.ts';
import { onlyFirst } from './notes.ts';
import { readXml } from './read-xml.ts';
import { SheetReading } from './sheet-table.ts';
import { attribute, type XmlPiece } from './xml-pieces.ts';

/** The workbook data that is read before the sheets. */
interface Workbook {
  texts: string[];
  /** The meaning of the numbers with a style, by style index. */
  styles: ('date' | 'percent' | 'number')[];
  countsFrom1904: boolean;
}

/**
 * Extracts the sheets of a workbook. Parses rows while they are unpacked. Allocates no memory for the addresses of
 * cells: otherwise a single distant cell would create a million empty rows.
 */
export async function extractXlsx(
  name: string,
  bytes: Uint8Array,
  allowance: Allowance,
): Promise<ExtractedFile> {
  const entries = new Map(zipEntries(bytes).map((entry) => [entry.name.toLowerCase(), entry]));
  const { sheets, countsFrom1904 } = await readSheets(entries, allowance);
  const workbook: Workbook = {
    texts: await readTexts(entries.get('xl/sharedstrings.xml'), allowance),
    styles: await readStyles(entries.get('xl/styles.xml'), allowance),
    countsFrom1904,
  };
  const whole: ExtractedFile = { parts: [], tables: [], notes: [] };
  let read = 0;
  const selected = sheets.slice(0, allowance.limits.sheets);
  for (const { title, entry } of selected) {
    if (allowance.isSpent || allowance.isOutOfTime) break;
    const reading = new SheetReading(allowance, title);
    await readRows(entry, workbook, reading, allowance);
    const { parts, tables, notes } = reading.end(name);
    whole.parts.push(...parts);
    whole.tables.push(...tables);
    whole.notes.push(...notes);
    read += 1;
    allowance.report(read / selected.length);
  }
  if (read < sheets.length) whole.notes.push(onlyFirst(read, 'sheets', name));
  return whole;
}

type Entries = ReadonlyMap<string, ZipEntry>;

async function readSheets(entries: Entries, allowance: Allowance) {
  const targets = new Map<string, string>();
  for await (const pieces of readXml(entries.get('xl/_rels/workbook.xml.rels'), allowance)) {
    for (const piece of pieces) {
      if (piece.kind !== 'open' || piece.name !== 'Relationship') continue;
      const target = attribute(piece.attributes, 'Target') ?? '';
      targets.set(
        attribute(piece.attributes, 'Id') ?? '',
        target.startsWith('/') ? target.slice(1) : `xl/${target}`,
      );
    }
  }
  const sheets: { title: string; entry: ZipEntry }[] = [];
  let countsFrom1904 = false;
  for await (const pieces of readXml(entries.get('xl/workbook.xml'), allowance)) {
    for (const piece of pieces) {
      if (piece.kind !== 'open') continue;
      const value = (of: string) => attribute(piece.attributes, of) ?? '';
      if (piece.name === 'workbookPr') countsFrom1904 = /^(1|true)$/.test(value('date1904'));
      if (piece.name !== 'sheet' || /hidden/i.test(value('state'))) continue;
      const entry = entries.get((targets.get(value('id')) ?? '').toLowerCase());
      if (entry) sheets.push({ title: value('name'), entry });
    }
  }
  return { sheets, countsFrom1904 };
}

/** Reads the shared strings, which cells reference by index, up to a memory limit. */
async function readTexts(entry: ZipEntry | undefined, allowance: Allowance): Promise<string[]> {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isReading = false;
  // A shared string counts towards the allowance when a row references it: many belong to rows that are not read.
  let room = allowance.limits.characters * 2;
  for await (const pieces of readXml(entry, allowance)) {
    for (const piece of pieces) {
      if (piece.kind === 'text') {
        if (isText && !isReading && room > 0) text += piece.text;
      } else if (piece.name === 't') isText = piece.kind === 'open' && !piece.isEmpty;
      else if (piece.name === 'rPh') isReading = piece.kind === 'open';
      else if (piece.name === 'si' && (piece.kind === 'close' || piece.isEmpty)) {
        room -= text.length + 8;
        texts.push(text);
        text = '';
      }
    }
    if (room <= 0 || allowance.isOutOfTime) break;
  }
  return texts;
}

async function readStyles(
  entry: ZipEntry | undefined,
  allowance: Allowance,
): Promise<Workbook['styles']> {
  const formats = new Map<string, string>();
  const styles: Workbook['styles'] = [];
  let isOfCells = false;
  for await (const pieces of readXml(entry, allowance)) {
    for (const piece of pieces) {
      if (piece.kind === 'text') continue;
      if (piece.name === 'cellXfs') isOfCells = piece.kind === 'open';
      if (piece.kind !== 'open') continue;
      const id = attribute(piece.attributes, 'numFmtId') ?? '0';
      if (piece.name === 'numFmt') formats.set(id, attribute(piece.attributes, 'formatCode') ?? '');
      if (piece.name === 'xf' && isOfCells) {
        const format = formats.get(id);
        const isDate = format === undefined ? DATE_FORMATS.has(Number(id)) : isDateFormat(format);
        const isPercent = format === undefined ? /^(9|10)$/.test(id) : /%/.test(format);
        styles.push(isDate ? 'date' : isPercent ? 'percent' : 'number');
      }
    }
  }
  return styles;
}

async function readRows(
  entry: ZipEntry,
  workbook: Workbook,
  reading: SheetReading,
  allowance: Allowance,
): Promise<void> {
  const cells = new CellReading(workbook, allowance.limits.columns);
  let row = 0;
  for await (const pieces of readXml(entry, allowance)) {
    for (const piece of pieces) {
      if (piece.kind === 'open' && piece.name === 'row')
        row = Number(attribute(piece.attributes, 'r') ?? row + 1);
      else if (piece.kind === 'close' && piece.name === 'sheetData') return;
      else if (piece.kind === 'close' && piece.name === 'row') {
        if (!reading.add(row, cells.endRow())) return;
      } else cells.take(piece);
    }
    if (allowance.isOutOfTime) return reading.cut();
  }
}

/** Assembles the cells of a row from XML pieces. */
class CellReading {
  readonly #workbook: Workbook;
  readonly #columns: number;
  #cells: string[] = [];
  #column = -1;
  #type = 'n';
  #style = 0;
  #value = '';
  #isValue = false;
  #isReading = false;

  constructor(workbook: Workbook, columns: number) {
    this.#workbook = workbook;
    this.#columns = columns;
  }

  take(piece: XmlPiece): void {
    if (piece.kind === 'text') {
      if (this.#isValue && !this.#isReading) this.#value += piece.text;
    } else if (piece.name === 'v' || piece.name === 't')
      this.#isValue = piece.kind === 'open' && !piece.isEmpty;
    else if (piece.name === 'rPh') this.#isReading = piece.kind === 'open';
    else if (piece.name === 'c') {
      if (piece.kind === 'open') this.#begin(piece.attributes);
      if (piece.kind === 'close' || piece.isEmpty) this.#end();
    }
  }

  /** @returns the cells of the completed row */
  endRow(): string[] {
    const cells = Array.from(this.#cells, (cell = '') => cell);
    this.#cells = [];
    this.#column = -1;
    return cells;
  }

  #begin(attributes: string): void {
    const letters = /^[A-Z]+/.exec(attribute(attributes, 'r') ?? '')?.[0];
    this.#column = letters === undefined ? this.#column + 1 : parseColumn(letters);
    this.#type = attribute(attributes, 't') ?? 'n';
    this.#style = Number(attribute(attributes, 's') ?? 0);
    this.#value = '';
  }

  #end(): void {
    if (this.#column < this.#columns) this.#cells[this.#column] = this.#shown();
  }

  /** Formats the value as the cell shows it, or close to it. */
  #shown(): string {
    const { texts, styles, countsFrom1904 } = this.#workbook;
    const value = this.#value;
    if (this.#type === 's') return texts[Number(value)] ?? '';
    if (this.#type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (this.#type !== 'n' || value.trim() === '' || !Number.isFinite(Number(value))) return value;
    const number = Number(value);
    const style = styles[this.#style];
    if (style === 'date') return cellDate(number, countsFrom1904);
    return style === 'percent' ? `${precise(number * 100)}%` : precise(number);
  }
}

/** Formats a number as Excel does: with 15 digits, so that 0.1 + 0.2 is 0.3. */
function precise(number: number): string {
  return String(Number(number.toPrecision(15)));
}

function parseColumn(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
