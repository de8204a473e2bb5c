import { utils, write, type WorkBook } from '@e965/xlsx';
import { afterEach, expect, test, vi } from 'vitest';
import { encodeUtf8 } from '../scan/testing/office-files.ts';
import { extractFile } from './extract-file.ts';
import type { ExtractionLimits } from './extracted-file.ts';
import { paragraph, pdfDocument, wordDocument } from './testing/documents.ts';

afterEach(() => void vi.restoreAllMocks());

function csv(text: string, limits: Partial<ExtractionLimits> = {}) {
  return extractFile({ name: 'a.csv', bytes: encodeUtf8(text) }, limits);
}

test.each([
  ['tabs', 'A\tB\n1\t2,5'],
  ['bars', 'A|B\n1|2,5'],
  ['semicolons', '\n \nA;B\n1;2,5'],
  ['semicolons, with commas in quoted names', '"A";"B,C,D,E"\n1;2,5'],
])('detects %s as separators of a CSV file', async (_, text) => {
  const [table] = (await csv(text)).tables;
  expect(table?.columns).toHaveLength(2);
  expect(table?.rows[0]?.cells).toEqual(['1', '2,5']);
});

test('reads a CSV file of one column without a separator', async () => {
  expect((await csv('Item\nTea')).tables).toEqual([
    { columns: ['Item'], rows: [{ row: 2, cells: ['Tea'] }] },
  ]);
});

test('notes that a CSV file beyond the character limit is truncated', async () => {
  const cut = await csv('Item\nTea\nJam', { characters: 3 });
  expect(cut.tables[0]?.isCut).toBe(true);
  expect(cut.notes).toEqual(['Only the first 0 rows of a.csv were read.']);
  expect((await csv('Item\nTea\nJam', { characters: 12 })).notes).toEqual([]);
});

test('reads a CSV file completely while it yields between rows', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 15));
  const { tables, notes } = await csv('Item\nTea\nJam\nMilk', { milliseconds: 10_000 });
  expect(tables[0]?.rows.map(({ cells: [item] }) => item)).toEqual(['Tea', 'Jam', 'Milk']);
  expect(notes).toEqual([]);
});

test('reads a CSV file until the time is up', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 5));
  const { tables, notes } = await csv('Item\nTea\nJam\nMilk\nSalt', { milliseconds: 20 });
  expect(tables[0]?.rows.length).toBeLessThan(4);
  expect(notes).toContain('Reading a.csv took too long, so only its start was read.');
});

test('starts a paragraph of a PDF after a wide gap', async () => {
  const bytes = pdfDocument([['Head', '', 'One', 'two', '', '', 'three']]);
  expect((await extractFile({ name: 'a.pdf', bytes })).parts[0]?.text).toBe(
    'Head\n\nOne\ntwo\n\nthree\n\n',
  );
});

test('reads a PDF up to the character limit', async () => {
  const bytes = pdfDocument([['Page one'], ['Page two'], ['Page three']]);
  const { parts, notes } = await extractFile({ name: 'a.pdf', bytes }, { characters: 12 });
  expect(parts.map(({ text }) => text)).toEqual(['Page one\n\n', 'Page\n\n']);
  expect(notes).toEqual(['Only the first 2 pages of a.pdf were read.']);
});

test('EXTRACT-05 notes the pages of a PDF without text', async () => {
  const { parts, notes } = await extractFile({ name: 'a.pdf', bytes: pdfDocument([[], ['Two']]) });
  expect(parts).toEqual([{ text: 'Two\n\n', location: { page: 2 } }]);
  expect(notes).toEqual([
    'Page 1 of a.pdf has no text that can be read: it is blank or a scanned picture.',
  ]);
});

test('DOCS-17 reports the progress of a PDF by page', async () => {
  const shares: number[] = [];
  const onProgress = (share: number) => void shares.push(share);
  const bytes = pdfDocument([['One'], ['Two'], [], ['Four']]);
  await extractFile({ name: 'a.pdf', bytes }, { onProgress });
  expect(shares).toEqual([0.25, 0.5, 0.75, 1]);
});

test('notes scanned pages, and omits those beyond the page limit', async () => {
  const bytes = pdfDocument([[], [], []]);
  expect((await extractFile({ name: 'a.pdf', bytes }, { pages: 1 })).notes).toEqual([
    'a.pdf has no text that can be read: its pages are probably scanned pictures.',
    'Only the first 1 pages of a.pdf were read.',
  ]);
});

test('starts paragraphs of a text after blank lines, with their line number', async () => {
  const text = '\n \nOne\ntwo\r\n\t\r\nThree\n\n\n\nFour';
  const { parts } = await extractFile({ name: 'a.txt', bytes: encodeUtf8(text) });
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.slice(-3)).toEqual([
    { text: 'One\ntwo\r\n\t\r\n', location: { line: 3 } },
    { text: 'Three\n\n\n\n', location: { line: 6 } },
    { text: 'Four', location: { line: 10 } },
  ]);
});

test('notes that a text beyond the character limit is truncated', async () => {
  const bytes = encodeUtf8('a'.repeat(31));
  const { notes } = await extractFile({ name: 'a.txt', bytes }, { characters: 10 });
  expect(notes).toEqual(['Only the first 10 characters of a.txt were read.']);
  const whole = await extractFile({ name: 'a.txt', bytes }, { characters: 31 });
  expect(whole.notes).toEqual([]);
});

function old(book: WorkBook, limits: Partial<ExtractionLimits> = {}) {
  const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer);
  return extractFile({ name: 'old.xls', bytes }, limits);
}

function oldBook(...titles: string[]): WorkBook {
  const book = utils.book_new();
  for (const title of titles)
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([['Item', 'Paid'], ['Tea', true], [], ['Jam']]),
      title,
    );
  return book;
}

test('reads the sheets of an XLS workbook as tables, without hidden ones', async () => {
  const book = oldBook('A', 'B', 'C');
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }, { Hidden: 2 }] };
  expect(await old(book)).toEqual({
    parts: [],
    tables: [
      {
        sheet: 'A',
        columns: ['Item', 'Paid'],
        rows: [
          { row: 2, cells: ['Tea', 'TRUE'] },
          { row: 4, cells: ['Jam'] },
        ],
      },
    ],
    notes: [],
  });
});

test('formats dates of an XLS workbook as ISO 8601, and reads text above a table as text', async () => {
  const book = utils.book_new();
  const rows = [['Budget'], ['Item', 'When'], ['Tea', new Date(Date.UTC(2025, 11, 9))]];
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { UTC: true }), 'S');
  const { parts, tables } = await old(book);
  expect(parts).toEqual([{ text: 'Budget\n', location: { sheet: 'S', row: 1 } }]);
  expect(tables[0]?.rows).toEqual([
    { row: 3, cells: ['Tea', '2025-12-09'], dates: { 1: '9/12/2025' } },
  ]);
});

test('omits sheets of an XLS workbook beyond the sheet limit, with a note', async () => {
  const { tables, notes } = await old(oldBook('A', 'B', 'C'), { sheets: 2 });
  expect(tables.map(({ sheet }) => sheet)).toEqual(['A', 'B']);
  expect(notes).toEqual(['Only the first 2 sheets of old.xls were read.']);
  expect((await old(oldBook('A', 'B'), { sheets: 2 })).notes).toEqual([]);
});

test('notes the truncation of a file, not missing text', async () => {
  const bytes = encodeUtf8(' '.repeat(20));
  expect((await extractFile({ name: 'a.txt', bytes }, { characters: 5 })).notes).toEqual([
    'Only the first 5 characters of a.txt were read.',
  ]);
});

test('returns the partial content and all notes of a file that takes too long', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 5));
  const bytes = wordDocument(paragraph('One'));
  const file = await extractFile({ name: 'a.docx', bytes }, { milliseconds: 6 });
  expect(file.parts).toEqual([{ text: 'One\n\n' }]);
  expect(file.notes.at(-1)).toBe('Reading a.docx took too long, so only its start was read.');
});
