import { utils, write } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { encodeUtf8, latin1, type Bytes } from '../scan/testing/office-files.ts';
import { extractFile } from './extract-file.ts';
import type { ExtractedFile, ExtractionLimits } from './extracted-file.ts';
import { readableText } from './readable-text.ts';
import { paragraph, pdfDocument, wordDocument, workbook } from './testing/documents.ts';

function extract(name: string, bytes: Bytes, limits: Partial<ExtractionLimits> = {}) {
  return extractFile({ name, bytes }, limits);
}

function joinText({ parts }: ExtractedFile): string {
  return parts.map(({ text }) => text).join('');
}

test('reads a PDF page by page', async () => {
  const file = await extract(
    'lease.pdf',
    pdfDocument([
      ['The rent is 420 dollars (a week).', 'Caf\u00e9 \\ bar.'],
      ['Pets are welcome.'],
    ]),
  );
  expect(file.notes).toEqual([]);
  expect(file.parts).toEqual([
    { text: 'The rent is 420 dollars (a week).\nCaf\u00e9 \\ bar.\n\n', location: { page: 1 } },
    { text: 'Pets are welcome.\n\n', location: { page: 2 } },
  ]);
  expect(readableText(file)).toContain('[page 2]\nPets are welcome.');
});

test('omits pages beyond the page limit, with a note', async () => {
  const file = await extract('report.pdf', pdfDocument(Array(5).fill(['Page'])), { pages: 2 });
  expect(file.parts).toHaveLength(2);
  expect(file.notes).toEqual(['Only the first 2 pages of report.pdf were read.']);
});

test('notes that a PDF of scanned pages has no text', async () => {
  expect((await extract('scan.pdf', pdfDocument([[], []]))).notes).toEqual([
    'scan.pdf has no text that can be read: its pages are probably scanned pictures.',
  ]);
});

test('reads a document as paragraphs under headings, with tables and footnotes', async () => {
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
  const file = await extract(
    'plan.docx',
    wordDocument(
      paragraph('Care plan') +
        paragraph('Meals & drinks', 'Heading1') +
        paragraph('No nuts. \u65e5\u672c \ud83d\udc4d') +
        `<w:tbl><w:tr>${cell('Day')}${cell('Meal')}</w:tr><w:tr>${cell('Monday')}${cell('Soup')}</w:tr></w:tbl>` +
        '<w:p><w:del><w:r><w:t>gone</w:t></w:r></w:del><w:r><w:instrText>PAGE</w:instrText><w:t>One</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three</w:t></w:r></w:p>',
      { 'word/footnotes.xml': encodeUtf8(`<f>${paragraph('See the doctor.')}</f>`) },
    ),
  );
  expect(joinText(file)).toBe(
    'Care plan\n\nMeals & drinks\n\nNo nuts. \u65e5\u672c \ud83d\udc4d\n\nDay | Meal\nMonday | Soup\n\nOne\ttwo\nthree\n\nSee the doctor.\n\n',
  );
  expect(file.parts[0]?.location).toBeUndefined();
  expect(file.parts[2]?.location).toEqual({ heading: 'Meals & drinks' });
  expect(file.notes).toEqual([]);
});

const rows = [
  ['Service', 'Amount', 'Paid', 'When'],
  ['Care, daily', 0.1 + 0.2, true, { date: 46000 }],
  ['Transport', 12, false, { date: 46000.5 }],
] as const;
const table = {
  sheet: 'Costs & more',
  columns: ['Service', 'Amount', 'Paid', 'When'],
  rows: [
    { row: 2, cells: ['Care, daily', '0.3', 'TRUE', '2025-12-09'], dates: { 3: '9/12/2025' } },
    { row: 3, cells: ['Transport', '12', 'FALSE', '2025-12-09'], dates: { 3: '9/12/2025' } },
  ],
};

test('reads a workbook as tables, with dates and numbers as displayed', async () => {
  const file = await extract('costs.xlsx', workbook({ 'Costs & more': rows, Empty: [] }));
  expect(file).toEqual({ parts: [], tables: [table], notes: [] });
  expect(readableText(file)).toBe(
    '[sheet "Costs & more"]\nrow,Service,Amount,Paid,When\n' +
      '2,"Care, daily",0.3,TRUE,2025-12-09\n3,Transport,12,FALSE,2025-12-09\n',
  );
});

test('reads a title above a table as text, and numbers the columns of a table without column names', async () => {
  const file = await extract(
    'a.xlsx',
    workbook({
      A: [['Budget 2026'], [], ['Item', 'Cost'], ['Tea', 3]],
      B: [
        [1, 2],
        [3, 4],
      ],
    }),
  );
  expect(file.parts).toEqual([{ text: 'Budget 2026\n', location: { sheet: 'A', row: 1 } }]);
  expect(file.tables).toMatchObject([
    { columns: ['Item', 'Cost'], rows: [{ row: 4, cells: ['Tea', '3'] }] },
    { columns: ['Column 1', 'Column 2'], rows: [{ row: 1 }, { row: 2 }] },
  ]);
});

test('reads an XLS workbook like an XLSX workbook', async () => {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['Item', 'Cost'],
      ['T\u00eb', 3.5],
    ]),
    'Old',
  );
  const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer);
  expect((await extract('old.xls', bytes)).tables).toEqual([
    { sheet: 'Old', columns: ['Item', 'Cost'], rows: [{ row: 2, cells: ['T\u00eb', '3.5'] }] },
  ]);
});

test('skips a very large XLS workbook, with a note that says what to do', async () => {
  expect((await extract('old.xls', new Uint8Array(11 * 1024 * 1024))).notes).toEqual([
    'old.xls is too large to be read as XLS. Save it as XLSX and upload it again.',
  ]);
});

test.each([
  ['commas', 'Name,Amount\n"Thompson, Ava",3\n\nNoah,4'],
  ['semicolons and Windows line ends', 'Name;Amount\r\nThompson, Ava;3\r\n\r\nNoah;4\r\n'],
])('reads a CSV file with %s as one table', async (_, text) => {
  expect(await extract('a.csv', encodeUtf8(text))).toMatchObject({
    tables: [
      {
        columns: ['Name', 'Amount'],
        rows: [{ cells: ['Thompson, Ava', '3'] }, { row: 4, cells: ['Noah', '4'] }],
      },
    ],
    notes: [],
  });
});

test.each(['csv', 'xlsx', 'xls'])(
  'omits rows of a %s beyond the row limit, with a note',
  async (kind) => {
    const data = [['n'], ...Array.from({ length: 3000 }, (_, index) => [`row ${index}`])];
    const sheet = utils.aoa_to_sheet(data);
    const bytes: Record<string, () => Bytes> = {
      csv: () => encodeUtf8(data.join('\n')),
      xlsx: () => workbook({ Long: data }),
      xls: () =>
        new Uint8Array(
          write(
            { SheetNames: ['Long'], Sheets: { Long: sheet } },
            { type: 'array', bookType: 'biff8' },
          ) as ArrayBuffer,
        ),
    };
    const file = await extract(`long.${kind}`, bytes[kind]?.() ?? encodeUtf8(''), {
      rowsPerSheet: 2000,
    });
    expect(file.tables[0]?.rows).toHaveLength(2000);
    expect(file.tables[0]?.rows.at(-1)).toEqual({ row: 2001, cells: ['row 1999'] });
    const where = kind === 'csv' ? 'long.csv' : `sheet “Long” of long.${kind}`;
    expect(file.notes).toEqual([`Only the first 2,000 rows of ${where} were read.`]);
  },
);

const unicode =
  'Zo\u00eb\u00a0e\u0301 \u65e5\u672c\u8a9e \ud83d\udc69\u200d\ud83d\udc67 \u0627\u0644\r\n\n\n  end\t';

test.each([
  ['UTF-8', encodeUtf8(unicode)],
  ['UTF-8 with a mark', encodeUtf8(`\ufeff${unicode}`)],
  ['UTF-16LE', new Uint8Array(Buffer.from(`\ufeff${unicode}`, 'utf16le'))],
  ['UTF-16BE', new Uint8Array(Buffer.from(`\ufeff${unicode}`, 'utf16le').swap16())],
])('decodes a text in %s', async (_, bytes) => {
  expect(joinText(await extract('a.txt', bytes))).toBe(unicode);
});

test('decodes a text that is not UTF-8 as Windows-1252', async () => {
  expect(joinText(await extract('a.txt', latin1('Caf\u00e9 \u0093hi\u0094 \u0080 5')))).toBe(
    'Caf\u00e9 \u201chi\u201d \u20ac 5',
  );
});

test('splits a text into paragraphs with line numbers, and truncates it between characters', async () => {
  const text = 'One\ntwo\n\n\nThree\n';
  expect((await extract('a.txt', encodeUtf8(text))).parts).toEqual([
    { text: 'One\ntwo\n\n\n', location: { line: 1 } },
    { text: 'Three\n', location: { line: 5 } },
  ]);
  const cut = await extract('a.txt', encodeUtf8('ab\ud83d\udc4d'), { characters: 3 });
  expect(joinText(cut)).toBe('ab');
  expect(cut.notes).toEqual(['Only the first 2 characters of a.txt were read.']);
});

test.each([
  ['a.pdf', 'no PDF'],
  ['a.docx', 'no archive'],
  ['a.xlsx', 'PK'],
  ['a.exe', 'MZ'],
])('notes that %s could not be read', async (name, content) => {
  expect(await extract(name, encodeUtf8(content))).toEqual({
    parts: [],
    tables: [],
    notes: [`${name} could not be read.`],
  });
});

test('notes that an empty file has no text', async () => {
  expect((await extract('a.txt', encodeUtf8(' \n'))).notes).toEqual([
    'a.txt has no text that can be read.',
  ]);
  expect((await extract('a.docx', wordDocument(paragraph('')))).notes).toEqual([
    'a.docx has no text that can be read.',
  ]);
});

test('stops when the time is up, and returns the content so far', async () => {
  const file = await extract('slow.docx', wordDocument(paragraph('One')), { milliseconds: -1 });
  expect(file.notes.at(-1)).toMatch(/took too long/);
  expect((await extract('slow.pdf', pdfDocument([['One']]), { milliseconds: -1 })).notes).toEqual([
    'slow.pdf could not be read: it took too long.',
  ]);
});
