import { utils, write, type WorkBook } from '@e965/xlsx';
import { afterEach, expect, test, vi } from 'vitest';
import { bytesOf } from '../scan/testing/office-files.ts';
import { extractFile } from './extract-file.ts';
import type { ExtractionLimits } from './extracted-file.ts';
import { paragraph, pdfDocument, wordDocument } from './testing/documents.ts';

afterEach(() => void vi.restoreAllMocks());

function csv(text: string, limits: Partial<ExtractionLimits> = {}) {
  return extractFile({ name: 'a.csv', bytes: bytesOf(text) }, limits);
}

test.each([
  ['tabs', 'A\tB\n1\t2,5'],
  ['bars', 'A|B\n1|2,5'],
  ['semicolons', '\n \nA;B\n1;2,5'],
  ['semicolons, with commas in quoted names', '"A";"B,C,D,E"\n1;2,5'],
])('columns of a CSV file may be separated by %s', async (_, text) => {
  const [table] = (await csv(text)).tables;
  expect(table?.columns).toHaveLength(2);
  expect(table?.rows[0]?.cells).toEqual(['1', '2,5']);
});

test('a CSV file of one column has no separator', async () => {
  expect((await csv('Item\nTea')).tables).toEqual([
    { columns: ['Item'], rows: [{ row: 2, cells: ['Tea'] }] },
  ]);
});

test('a CSV file with more bytes than are read is said to be cut', async () => {
  const cut = await csv('Item\nTea\nJam', { characters: 3 });
  expect(cut.tables[0]?.isCut).toBe(true);
  expect(cut.notes).toEqual(['Only the first 0 rows of a.csv were read.']);
  expect((await csv('Item\nTea\nJam', { characters: 12 })).notes).toEqual([]);
});

test('a CSV file is whole although others have the processor between its rows', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 15));
  const { tables, notes } = await csv('Item\nTea\nJam\nMilk', { milliseconds: 10_000 });
  expect(tables[0]?.rows.map(({ cells: [item] }) => item)).toEqual(['Tea', 'Jam', 'Milk']);
  expect(notes).toEqual([]);
});

test('a CSV file is read until its time is over', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 5));
  const { tables, notes } = await csv('Item\nTea\nJam\nMilk\nSalt', { milliseconds: 20 });
  expect(tables[0]?.rows.length).toBeLessThan(4);
  expect(notes).toContain('Reading a.csv took too long, so that only its beginning was read.');
});

test('a paragraph of a PDF begins after a wide gap', async () => {
  const bytes = pdfDocument([['Head', '', 'One', 'two', '', '', 'three']]);
  expect((await extractFile({ name: 'a.pdf', bytes })).parts[0]?.text).toBe(
    'Head\n\nOne\ntwo\n\nthree\n\n',
  );
});

test('a PDF is read until the characters are spent', async () => {
  const bytes = pdfDocument([['Page one'], ['Page two'], ['Page three']]);
  const { parts, notes } = await extractFile({ name: 'a.pdf', bytes }, { characters: 12 });
  expect(parts.map(({ text }) => text)).toEqual(['Page one\n\n', 'Page\n\n']);
  expect(notes).toEqual(['Only the first 2 pages of a.pdf were read.']);
});

test('blank pages of a PDF are passed over', async () => {
  const { parts, notes } = await extractFile({ name: 'a.pdf', bytes: pdfDocument([[], ['Two']]) });
  expect(parts).toEqual([{ text: 'Two\n\n', place: { page: 2 } }]);
  expect(notes).toEqual([]);
});

test('scanned pages beyond the limit are said to be scanned, and left out', async () => {
  const bytes = pdfDocument([[], [], []]);
  expect((await extractFile({ name: 'a.pdf', bytes }, { pages: 1 })).notes).toEqual([
    'a.pdf has no text that can be read: its pages are probably scanned pictures.',
    'Only the first 1 pages of a.pdf were read.',
  ]);
});

test('paragraphs of a text begin after blank lines, with the number of their line', async () => {
  const text = '\n \nOne\ntwo\r\n\t\r\nThree\n\n\n\nFour';
  const { parts } = await extractFile({ name: 'a.txt', bytes: bytesOf(text) });
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.slice(-3)).toEqual([
    { text: 'One\ntwo\r\n\t\r\n', place: { line: 3 } },
    { text: 'Three\n\n\n\n', place: { line: 6 } },
    { text: 'Four', place: { line: 10 } },
  ]);
});

test('a text of more bytes than are read is said to be cut', async () => {
  const bytes = bytesOf('a'.repeat(31));
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

test('the sheets of a workbook of old are tables, hidden ones are left out', async () => {
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

test('dates of a workbook of old are in the order of ISO 8601, text above a table is text', async () => {
  const book = utils.book_new();
  const rows = [['Budget'], ['Item', 'When'], ['Tea', new Date(Date.UTC(2025, 11, 9))]];
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { UTC: true }), 'S');
  const { parts, tables } = await old(book);
  expect(parts).toEqual([{ text: 'Budget\n', place: { sheet: 'S', row: 1 } }]);
  expect(tables[0]?.rows).toEqual([{ row: 3, cells: ['Tea', '2025-12-09'] }]);
});

test('sheets of a workbook of old beyond the limit are left out, and said to be', async () => {
  const { tables, notes } = await old(oldBook('A', 'B', 'C'), { sheets: 2 });
  expect(tables.map(({ sheet }) => sheet)).toEqual(['A', 'B']);
  expect(notes).toEqual(['Only the first 2 sheets of old.xls were read.']);
  expect((await old(oldBook('A', 'B'), { sheets: 2 })).notes).toEqual([]);
});

test('what a file is cut to is said, and not that it has no text', async () => {
  const bytes = bytesOf(' '.repeat(20));
  expect((await extractFile({ name: 'a.txt', bytes }, { characters: 5 })).notes).toEqual([
    'Only the first 5 characters of a.txt were read.',
  ]);
});

test('a file that takes too long has what was read, and all notes', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 5));
  const bytes = wordDocument(paragraph('One'));
  const file = await extractFile({ name: 'a.docx', bytes }, { milliseconds: 6 });
  expect(file.parts).toEqual([{ text: 'One\n\n' }]);
  expect(file.notes.at(-1)).toBe(
    'Reading a.docx took too long, so that only its beginning was read.',
  );
});
