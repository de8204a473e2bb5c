import { expect, test } from 'vitest';
import { Allowance } from './allowance.ts';
import { EXTRACTION_LIMITS, type ExtractionLimits } from './extracted-file.ts';
import { SheetReading } from './sheet-table.ts';

function read(
  rows: readonly (readonly string[])[],
  limits: Partial<ExtractionLimits> = {},
  sheet?: string,
) {
  const reading = new SheetReading(new Allowance({ ...EXTRACTION_LIMITS, ...limits }), sheet);
  const added = rows.map((cells, index) => reading.add(index + 1, cells));
  return { added, reading, ...reading.end('a.csv') };
}
const table = (...rows: string[][]) => read(rows).tables[0];

test('cells are trimmed, and trailing blank cells and blank rows are omitted', () => {
  const { tables, added } = read([
    ['Item ', ' Cost', ''],
    ['', ' '],
    [' Tea', '', '', ' '],
  ]);
  expect(tables).toEqual([{ columns: ['Item', 'Cost'], rows: [{ row: 3, cells: ['Tea'] }] }]);
  expect(added).toEqual([true, true, true]);
});

test('columns beyond the column limit are omitted', () => {
  expect(
    read(
      [
        ['a', 'b', 'c'],
        ['d', 'e', 'f'],
      ],
      { columns: 2 },
    ).tables,
  ).toEqual([{ columns: ['a', 'b'], rows: [{ row: 2, cells: ['d', 'e'] }] }]);
});

test('the row limit applies to the rows below the column names', () => {
  const rows = [['Item'], ['a'], ['b'], ['c']];
  expect(read(rows, { rowsPerSheet: 3 })).toMatchObject({
    added: [true, true, true, true],
    notes: [],
  });
  expect(read(rows, { rowsPerSheet: 3 }).tables[0]).not.toHaveProperty('isCut');
  const cut = read(rows, { rowsPerSheet: 2 });
  expect(cut.added).toEqual([true, true, true, false]);
  expect(cut.tables).toEqual([
    {
      columns: ['Item'],
      rows: [
        { row: 2, cells: ['a'] },
        { row: 3, cells: ['b'] },
      ],
      isCut: true,
    },
  ]);
  expect(cut.notes).toEqual(['Only the first 2 rows of a.csv were read.']);
});

test('a sheet without column names is truncated at the same number of rows', () => {
  const cut = read([['1'], ['2'], ['3']], { rowsPerSheet: 2 }, 'S');
  expect(cut.tables).toMatchObject([{ sheet: 'S', columns: ['Column 1'], isCut: true }]);
  expect(cut.tables[0]?.rows.map(({ row }) => row)).toEqual([1, 2]);
  expect(cut.notes).toEqual(['Only the first 2 rows of sheet “S” of a.csv were read.']);
});

test('no more rows are read once the characters are used up', () => {
  const cut = read([['Item'], ['abc'], ['d']], { characters: 7 });
  expect(cut.added).toEqual([true, true, false]);
  expect(cut.notes).toEqual(['Only the first 1 rows of a.csv were read.']);
});

test('cut() marks the table as truncated', () => {
  const { reading } = read([['Item'], ['a']]);
  reading.cut();
  expect(reading.end('b.csv')).toMatchObject({
    tables: [{ isCut: true }],
    notes: ['Only the first 1 rows of b.csv were read.'],
  });
});

test('a blank sheet yields no table', () => {
  expect(read([[''], []])).toMatchObject({ parts: [], tables: [], notes: [] });
});

test('rows above the column names are text', () => {
  const rows = [['Budget', '', '2026'], ['Draft'], ['Item', 'Cost', 'When', 'Who'], ['a', '1']];
  const { parts, tables } = read(rows, {}, 'S');
  expect(parts).toEqual([
    { text: 'Budget 2026\n', location: { sheet: 'S', row: 1 } },
    { text: 'Draft\n', location: { sheet: 'S', row: 2 } },
  ]);
  expect(tables[0]?.columns).toEqual(['Item', 'Cost', 'When', 'Who']);
  expect(read(rows).parts[1]?.location).toEqual({ row: 2 });
});

test('the first row that fills three of five columns contains the column names', () => {
  const row = ['a', 'b', 'c', 'd', 'e'];
  expect(table(['T', 'U'], row)?.columns).toEqual(row);
  expect(table(['T', 'U', 'V'], row)?.columns).toEqual(['T', 'U', 'V', 'Column 4', 'Column 5']);
  expect(table(['T', '', '', 'U', 'V'], row)?.columns).toEqual([
    'T',
    'Column 2',
    'Column 3',
    'U',
    'V',
  ]);
});

test('column names are searched in the first ten rows', () => {
  const titles = (count: number) => Array.from({ length: count }, () => ['Title']);
  const names = ['Item', 'Cost', 'When'];
  expect(table(...titles(9), names)?.columns).toEqual(names);
  expect(table(...titles(10), names)?.columns).toEqual(['Title', 'Column 2', 'Column 3']);
});

test.each(['5', '-1.5', '$1,200.50', '€ 3', '(3)', '7 %', '+4', '1 000'])(
  'a first row with the number %s contains no column names',
  (number) => {
    expect(table(['Item', number], ['Tea', '2'])).toMatchObject({
      columns: ['Column 1', 'Column 2'],
      rows: [{ row: 1 }, { row: 2 }],
    });
  },
);

test.each(['2026 budget', 'Q1', '$', '-', 'No. 5', '5 kg'])('%s is a valid column name', (name) => {
  expect(table(['Item', name], ['Tea', '2'])?.columns).toEqual(['Item', name]);
});
