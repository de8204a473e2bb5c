import { expect, test } from 'vitest';
import { splitTables } from './split-tables';

test('REPLY-06 lines with tabs that follow each other are a table, with the text around it', () => {
  expect(splitTables('Add this up:\nWorker\tHours\r\nMei\t7.5\nPriya\t\n\nThanks')).toEqual([
    'Add this up:',
    [
      ['Worker', 'Hours'],
      ['Mei', '7.5'],
      ['Priya', ''],
    ],
    '\nThanks',
  ]);
});

test.each(['One\tline alone', 'No table', '', 'a\tb\n\nc\td', '\n\n'])(
  'REPLY-06 %j stays text',
  (text) => expect(splitTables(text)).toEqual([text]),
);

test('REPLY-06 a table alone, and two tables', () => {
  expect(splitTables('a\tb\nc\td')).toEqual([
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ]);
  expect(splitTables('a\tb\nc\td\nand\ne\tf\ng\th')).toHaveLength(3);
});
