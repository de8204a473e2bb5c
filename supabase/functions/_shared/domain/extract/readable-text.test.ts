import { expect, test } from 'vitest';
import { readableText } from './readable-text.ts';

test('adds page numbers before the text of pages, and no other positions', () => {
  const parts = [
    { text: 'One.', location: { page: 1 } },
    { text: 'Two.', location: { line: 3 } },
    { text: 'Three.' },
  ];
  expect(readableText({ parts, tables: [], notes: [] })).toBe('[page 1]\nOne.Two.Three.');
});

test('formats tables as CSV with row numbers, quoted if needed', () => {
  const rows = [
    { row: 2, cells: ['a,b', 'say "hi"'] },
    { row: 4, cells: ['c\nd', 'e f'] },
    { row: 5, cells: ['g\rh'] },
  ];
  const columns = ['Item', 'Note'];
  const tables = [
    { columns, rows },
    { sheet: 'S "1"', columns: ['n'], rows: [] },
  ];
  expect(readableText({ parts: [{ text: 'Above.\n' }], tables, notes: [] })).toBe(
    'Above.\nrow,Item,Note\n2,"a,b","say ""hi"""\n4,"c\nd",e f\n5,"g\rh"\n' +
      '[sheet "S \\"1\\""]\nrow,n\n',
  );
});

test('EXTRACT-03 starts with the notes, so that the model knows what is missing', () => {
  const notes = ['Only the first 2 pages of a.pdf were read.'];
  expect(readableText({ parts: [{ text: 'One.' }], tables: [], notes })).toBe(
    '[note: Only the first 2 pages of a.pdf were read.]\nOne.',
  );
});
