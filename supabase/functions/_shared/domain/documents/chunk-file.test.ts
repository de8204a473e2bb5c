import { expect, test } from 'vitest';
import { chunkFile, chunkNote } from './chunk-file.ts';

const file = { parts: [], tables: [], notes: [] };

test('DOCS-09 a chunk stays on its page and under its heading, and has its position', () => {
  const parts = [
    { text: 'First page.\n\nStill first.\n\n', location: { page: 1 } },
    { text: 'Second page.', location: { page: 2 } },
  ];
  expect(chunkFile({ ...file, parts })).toEqual([
    { content: 'First page.\n\nStill first.', place: { page: 1 } },
    { content: 'Second page.', place: { page: 2 } },
  ]);
  expect(chunkNote('Intro\n# Fire\nLeave by the gate.\n\nCall 000.\n## Flood\nGo up.')).toEqual([
    { content: 'Intro' },
    { content: 'Leave by the gate.\n\nCall 000.', place: { heading: 'Fire' } },
    { content: 'Go up.', place: { heading: 'Flood' } },
  ]);
});

test('DOCS-09 long paragraphs are split between sentences or words, without losing any', () => {
  const sentence = 'Two workers witness each dose of medication, every day.';
  const text = Array.from({ length: 60 }, () => sentence).join(' ');
  const chunks = chunkFile({ ...file, parts: [{ text }] });
  expect(chunks.length).toBeGreaterThan(3);
  for (const { content } of chunks) {
    expect(content.length).toBeLessThanOrEqual(900);
    expect(content.endsWith('.')).toBe(true);
  }
  expect(chunks.map(({ content }) => content).join(' ')).toBe(text);
  const unbroken = 'x'.repeat(2500);
  expect(
    chunkFile({ ...file, parts: [{ text: unbroken }] })
      .map(({ content }) => content)
      .join(''),
  ).toBe(unbroken);
});

test('DOCS-09 CITE-15 table rows repeat the column names and have the numbers of the first and last row', () => {
  const tables = [
    {
      sheet: 'Costs',
      columns: ['Name', 'Amount'],
      rows: [
        { row: 2, cells: ['Rent', '12'] },
        { row: 3, cells: ['Food', '7'] },
      ],
    },
  ];
  expect(chunkFile({ ...file, tables })).toEqual([
    {
      content: 'Name: Rent · Amount: 12\nName: Food · Amount: 7',
      place: { sheet: 'Costs', row: 2, lastRow: 3 },
    },
  ]);
});

test('CITE-15 a chunk of a long row has one row, and one that starts with its end has both', () => {
  const long = 'word '.repeat(300).trim();
  const rows = [
    { row: 2, cells: [long] },
    { row: 7, cells: ['short'] },
  ];
  const places = chunkFile({ ...file, tables: [{ columns: ['Name'], rows }] }).map(
    ({ place }) => place,
  );
  expect(places).toEqual([{ row: 2 }, { row: 2, lastRow: 7 }]);
});

test('DOCS-11 invisible characters are removed', () => {
  const hidden = 'Pay\u200b the\u202e bill\u{e0041}\u0007.';
  expect(chunkFile({ ...file, parts: [{ text: hidden }] })).toEqual([{ content: 'Pay the bill.' }]);
});
