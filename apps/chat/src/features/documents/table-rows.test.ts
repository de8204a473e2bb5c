import { expect, test } from 'vitest';
import { parseTableRows } from './table-rows';

test('CITE-13 rows with empty cells have the columns of the table in order', () => {
  expect(
    parseTableRows('Name: Maya · Phone: 1\nName: Leo · Suburb: Coburg · Phone: 2 (home: no)'),
  ).toEqual({
    columns: ['Name', 'Suburb', 'Phone'],
    rows: [
      new Map([
        ['Name', 'Maya'],
        ['Phone', '1'],
      ]),
      new Map([
        ['Name', 'Leo'],
        ['Suburb', 'Coburg'],
        ['Phone', '2 (home: no)'],
      ]),
    ],
  });
});

test.each([
  ['a sentence', 'Keep the area clear.'],
  ['the rest of a long row', 'and call the manager · Phone: 1'],
  ['a value with the separator', 'Name: Maya · Leo · Phone: 1'],
  ['a value that repeats a column', 'Name: Maya · Name: Leo'],
])('CITE-13 %s is not a table', (_, content) => {
  expect(parseTableRows(content)).toBeNull();
});
