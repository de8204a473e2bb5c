import { expect, test } from 'vitest';
import { cellNumber } from './extract/cell-number.ts';
import { tableAnswer } from './demo/table-answer.ts';
import { Allowance } from './extract/allowance.ts';
import { EXTRACTION_LIMITS } from './extract/extracted-file.ts';
import { SheetReading } from './extract/sheet-table.ts';
import { XmlPieces } from './extract/xml-pieces.ts';

// Files are untrusted: a pattern that can match a run of characters in more than one way blocks the server for minutes.
// With only one way, matching takes milliseconds; with one more, it took five seconds or longer.
const LONG = 100_000;
const SOON_MS = 1_000;

const header = (cell: string) => {
  const reading = new SheetReading(new Allowance(EXTRACTION_LIMITS));
  reading.add(1, [cell]);
  return reading.end('a.csv').tables[0]?.columns;
};

test.each<[what: string, read: () => unknown, result: unknown]>([
  ['a cell with many blanks', () => cellNumber(`-${' '.repeat(LONG)}x`), undefined],
  [
    'a first row with a number and many blanks',
    () => header(`1${' '.repeat(LONG)}x`)?.[0]?.length,
    LONG + 2,
  ],
  [
    'a first row with a sign and many blanks',
    () => header(`-${' '.repeat(LONG)}x`)?.[0]?.length,
    LONG + 2,
  ],
  ['a tag that does not end', () => [...new XmlPieces().push(`<${'a'.repeat(LONG)}`)], []],
  ['a prefix that does not end', () => [...new XmlPieces().push(`<${'a:'.repeat(LONG)}`)], []],
  [
    'a column with a very long name',
    () => {
      const columns = ['a'.repeat(20 * LONG), '('.repeat(20 * LONG), 'cost'];
      const tables = [{ columns, rows: [{ row: 2, cells: ['', '', '1'] }] }];
      return tableAnswer('total cost', [
        { name: 'a.csv', content: { parts: [], tables, notes: [] } },
      ]).length;
    },
    1,
  ],
  [
    'a very long question about a table',
    () => {
      const tables = [{ columns: ['cost'], rows: [{ row: 2, cells: ['1'] }] }];
      const file = { name: 'a.csv', content: { parts: [], tables, notes: [] } };
      return tableAnswer(`total cost ${'1 '.repeat(20 * LONG)}`, [file]);
    },
    [],
  ],
])('%s is handled in linear time', (_, read, result) => {
  const begin = process.cpuUsage();
  expect(read()).toEqual(result);
  expect(process.cpuUsage(begin).user / 1000).toBeLessThan(SOON_MS);
});
