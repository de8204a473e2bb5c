import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { csvCell } from './csv-cell.ts';

const parse = (text: string) => Papa.parse<string[]>(text, { delimiter: ',' }).data;

/** Returns a value as a CSV parser reads it from the file. */
const readBack = (value: string) => parse(csvCell(value))[0]?.[0];

describe('EXPORT-10 a cell that a spreadsheet would read as a formula is prefixed with an apostrophe', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '=', '-'])('%s', (value) => {
    expect(csvCell(value)).toBe(`"'${value}"`);
  });

  test.each([
    ['spaced', '   =1+1'],
    ['led by a tab', '\t=1+1'],
    ['led by a line break', '\r\n=1+1'],
    ['led by a no-break space', '\u00a0=1+1'],
    ['led by a byte order mark', '\ufeff=1+1'],
    ['led by a line separator', '\u2028=1+1'],
  ])('%s', (_, value) => {
    expect(csvCell(value)).toBe('"\'=1+1"');
  });

  test.each(['–1', '—1', '−1', '‑1', '－1'])('a dash that becomes a minus: %s', (value) => {
    expect(csvCell(value)).toBe('"\'-1"');
  });

  test.each(['＝1', '＋1', '＠a', '\u0000=1', '\u200b=1'])(
    'a character that becomes an underscore needs no prefix: %j',
    (value) => {
      expect(readBack(value)?.startsWith('_')).toBe(true);
    },
  );

  test('a sign inside the text needs no prefix', () => {
    expect(csvCell('a=1')).toBe('"a=1"');
    expect(csvCell("'=1")).toBe('"\'=1"');
  });
});

test('EXPORT-11 inner quotes are doubled and every cell is wrapped in quotes', () => {
  expect(csvCell('say "hi"')).toBe('"say ""hi"""');
  expect(csvCell('"')).toBe('""""');
  expect(csvCell('')).toBe('""');
  expect(csvCell('a,b')).toBe('"a,b"');
});

test('EXPORT-12 text becomes plain printable ASCII', () => {
  expect(csvCell('“Zoë’s” plan – draft')).toBe('"""Zo_\'s"" plan - draft"');
  expect(csvCell('a\t\tb\r\nc  d')).toBe('"a b c d"');
  expect(csvCell('«a» ‹b› „c‟ 5′ 6″')).toBe('"""a"" \'b\' ""c"" 5\' 6"""');
  expect(csvCell('日本 👍 \u0007')).toBe('"__ _ _"');
});

const nasty = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'=+-@\t\r\n ",;|\'\u0000\u00a0\u200b\u2028\ufeff–－＝＠'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
});

test('EXPORT-10 EXPORT-11 EXPORT-12 any text is one cell of printable ASCII on one line that starts no formula', () => {
  fc.assert(
    fc.property(nasty, nasty, (first, second) => {
      const line = `${csvCell(first)},${csvCell(second)}`;
      expect(line).toMatch(/^[ -~]*$/);
      for (const text of [first, second]) {
        const cell = readBack(text) ?? '';
        expect(cell).not.toMatch(/^\s*[=+\-@]| {2}|^ | $/);
      }
      expect(parse(line)).toEqual([[readBack(first), readBack(second)]]);
    }),
    { numRuns: 200 },
  );
});
