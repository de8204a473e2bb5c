import type { Allowance } from './allowance.ts';
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
    // One row more than the limit detects that there are more; another one is for the header.
    sheetRows: rowsPerSheet + 2,
    sheets: Array.from({ length: mostSheets }, (_, index) => index),
    dateNF: 'yyyy-mm-dd',
  });
  const whole: ExtractedFile = { parts: [], tables: [], notes: [] };
  const hidden = new Set(
    book.Workbook?.Sheets?.filter(({ Hidden }) => Hidden).map(({ name: title }) => title),
  );
  for (const title of book.SheetNames.slice(0, mostSheets)) {
    const rows = book.Sheets[title]?.['!data'];
    if (!rows || hidden.has(title)) continue;
    const reading = new SheetReading(allowance, title);
    for (const [index, cells] of rows.entries()) {
      const shown = Array.from(cells ?? [], (cell) => String(cell?.w ?? cell?.v ?? ''));
      if (!reading.add(index + 1, shown)) break;
    }
    const { parts, tables, notes } = reading.end(name);
    whole.parts.push(...parts);
    whole.tables.push(...tables);
    whole.notes.push(...notes);
    await allowance.breathe();
  }
  if (book.SheetNames.length > mostSheets) whole.notes.push(onlyFirst(mostSheets, 'sheets', name));
  return whole;
}
