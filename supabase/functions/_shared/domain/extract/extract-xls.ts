import type { CellObject } from '@e965/xlsx';
import type { Allowance } from './allowance.ts';
import { cellFormat, type CellFormat, type ShownCell } from './cell-format.ts';
import { nothing, type ExtractedFile } from './extracted-file.ts';
import { onlyFirst, tooLargeAndOld } from './notes.ts';
import { SheetReading } from './sheet-table.ts';

/** The maximum file size in bytes: the library needs twenty times as much memory, and blocks the thread. */
const LARGEST = 10 * 1024 * 1024;

/** Extracts the sheets of an XLS workbook. The library reads it in a single call. */
export async function extractXls(
  name: string,
  bytes: Uint8Array,
  allowance: Allowance,
): Promise<ExtractedFile> {
  if (bytes.length > LARGEST) return nothing(tooLargeAndOld(name));
  const { read } = await import('@e965/xlsx');
  const { sheets: mostSheets, rowsPerSheet } = allowance.limits;
  const book = read(bytes, {
    type: 'array',
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellNF: true,
    // One row more than the limit detects that there are more; another one is for the header.
    sheetRows: rowsPerSheet + 2,
    sheets: Array.from({ length: mostSheets }, (_, index) => index),
  });
  const whole: ExtractedFile = { parts: [], tables: [], notes: [] };
  const hidden = new Set(
    book.Workbook?.Sheets?.filter(({ Hidden }) => Hidden).map(({ name: title }) => title),
  );
  const cells = new CellReading(book.Workbook?.WBProps?.date1904 ?? false);
  for (const title of book.SheetNames.slice(0, mostSheets)) {
    const sheet = book.Sheets[title];
    const rows = sheet?.['!data'];
    if (!rows || hidden.has(title)) continue;
    const reading = new SheetReading(allowance, title);
    for (const [index, row] of rows.entries()) {
      const shown: ShownCell[] = [];
      for (const cell of row ?? []) shown.push(await cells.read(cell));
      if (!reading.add(index + 1, shown)) break;
    }
    for (const { s: first, e: last } of sheet['!merges'] ?? [])
      reading.merge({
        firstRow: first.r + 1,
        lastRow: last.r + 1,
        firstColumn: first.c,
        lastColumn: last.c,
      });
    const { parts, tables, notes } = reading.end(name);
    whole.parts.push(...parts);
    whole.tables.push(...tables);
    whole.notes.push(...notes);
    await allowance.breathe();
  }
  if (book.SheetNames.length > mostSheets) whole.notes.push(onlyFirst(mostSheets, 'sheets', name));
  return whole;
}

/** Shows cells in their number formats. */
class CellReading {
  readonly #formats = new Map<string | number | undefined, CellFormat>();
  readonly #countsFrom1904: boolean;

  constructor(countsFrom1904: boolean) {
    this.#countsFrom1904 = countsFrom1904;
  }

  async read(cell: CellObject | undefined): Promise<ShownCell> {
    if (cell?.v === undefined) return '';
    const { v: value, t: type, w: text = '', z: code } = cell;
    if (type === 'b' || type === 'e') return text;
    let format = this.#formats.get(code);
    if (!format) {
      // The library's name of format 14, whose order is that of the country.
      const id = code === 'm/d/yy' ? 14 : Number(code ?? 0);
      const custom = typeof code === 'string' && id !== 14 ? code : undefined;
      format = await cellFormat(id, custom, this.#countsFrom1904);
      this.#formats.set(code, format);
    }
    return typeof value === 'number' ? format.showNumber(value) : format.showText(String(value));
  }
}
