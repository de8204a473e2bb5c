import { zipEntries, type ZipEntry } from '../scan/zip-entries.ts';
import type { Allowance } from './allowance.ts';
import { cellFormat, type CellFormat } from './cell-format.ts';
import type { ExtractedFile } from './extracted-file.ts';
import { columnLetters, parseRange } from './merged-cells.ts';
import { drawings, onlyFirst } from './notes.ts';
import { mainPart, readRelations, type Entries } from './office-relations.ts';
import { readXml } from './read-xml.ts';
import { SheetReading } from './sheet-table.ts';
import { CellReading, type Workbook } from './xlsx-cells.ts';
import { attribute } from './xml-pieces.ts';

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
  const main = await mainPart(entries, 'xl/workbook.xml', allowance);
  const relations = await readRelations(entries, main, allowance);
  const partOf = (type: string, usual: string) =>
    entries.get(relations.find((relation) => relation.type === type)?.target ?? usual);
  const targets = new Map(relations.map(({ id, target }) => [id, target]));
  const { sheets, countsFrom1904 } = await readSheets(entries, main, targets, allowance);
  const workbook: Workbook = {
    texts: await readTexts(partOf('sharedStrings', 'xl/sharedstrings.xml'), allowance),
    styles: await readStyles(partOf('styles', 'xl/styles.xml'), countsFrom1904, allowance),
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
    const related = await readRelations(entries, entry.name.toLowerCase(), allowance);
    if (related.some(({ type }) => type === 'drawing')) whole.notes.push(drawings(title, name));
    read += 1;
    allowance.report(read / selected.length);
  }
  if (read < sheets.length) whole.notes.push(onlyFirst(read, 'sheets', name));
  return whole;
}

async function readSheets(
  entries: Entries,
  main: string,
  targets: ReadonlyMap<string, string>,
  allowance: Allowance,
) {
  const sheets: { title: string; entry: ZipEntry }[] = [];
  let countsFrom1904 = false;
  for await (const pieces of readXml(entries.get(main), allowance)) {
    for (const piece of pieces) {
      if (piece.kind !== 'open') continue;
      const value = (of: string) => attribute(piece.attributes, of) ?? '';
      if (piece.name === 'workbookPr') countsFrom1904 = /^(1|true)$/.test(value('date1904'));
      if (piece.name !== 'sheet' || /hidden/i.test(value('state'))) continue;
      const entry = entries.get(targets.get(value('id')) ?? '');
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
  countsFrom1904: boolean,
  allowance: Allowance,
): Promise<CellFormat[]> {
  const codes = new Map<string, string>();
  const ids: string[] = [];
  let isOfCells = false;
  for await (const pieces of readXml(entry, allowance)) {
    for (const piece of pieces) {
      if (piece.kind === 'text') continue;
      if (piece.name === 'cellXfs') isOfCells = piece.kind === 'open';
      if (piece.kind !== 'open') continue;
      const id = attribute(piece.attributes, 'numFmtId') ?? '0';
      if (piece.name === 'numFmt') codes.set(id, attribute(piece.attributes, 'formatCode') ?? '');
      if (piece.name === 'xf' && isOfCells) ids.push(id);
    }
  }
  // Many styles share a format.
  const formats = new Map<string, CellFormat>();
  for (const id of new Set(ids))
    formats.set(id, await cellFormat(Number(id), codes.get(id), countsFrom1904));
  return ids.flatMap((id) => formats.get(id) ?? []);
}

async function readRows(
  entry: ZipEntry,
  workbook: Workbook,
  reading: SheetReading,
  allowance: Allowance,
): Promise<void> {
  const cells = new CellReading(workbook, allowance.limits.columns);
  let row = 0;
  let isAfterRows = false;
  for await (const pieces of readXml(entry, allowance)) {
    for (const piece of pieces) {
      if (isAfterRows) {
        if (piece.kind === 'close' && piece.name === 'mergeCells') return;
        if (piece.kind !== 'open' || piece.name !== 'mergeCell') continue;
        const range = parseRange(attribute(piece.attributes, 'ref') ?? '');
        if (range) reading.merge(range);
      } else if (piece.kind === 'open' && piece.name === 'row')
        row = Number(attribute(piece.attributes, 'r') ?? row + 1);
      else if (piece.kind === 'close' && piece.name === 'sheetData') isAfterRows = true;
      else if (piece.kind === 'close' && piece.name === 'row') {
        for (const column of cells.unknown) reading.addUnknown(`${columnLetters(column)}${row}`);
        if (!reading.add(row, cells.endRow())) return;
      } else cells.take(piece);
    }
    if (allowance.isOutOfTime) return isAfterRows ? undefined : reading.cut();
  }
}
