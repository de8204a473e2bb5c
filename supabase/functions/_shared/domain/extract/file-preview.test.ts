import { expect, test } from 'vitest';
import { extractFile } from './extract-file.ts';
import { as, xlsxSheet } from './testing/sheets.ts';
import { filePreview, PREVIEW_CELLS, PREVIEW_CHARACTERS } from './file-preview.ts';

const file = { parts: [], tables: [], notes: [] };

test('OUT-06 a preview has the text by page or heading, and the notes', () => {
  const parts = [
    { text: 'One. ', location: { page: 1 } },
    { text: 'Two.', location: { page: 1 } },
    { text: ' \n', location: { page: 2 } },
    { text: 'Three.', location: { page: 3 } },
  ];
  expect(filePreview({ ...file, parts, notes: ['Only pages 1 to 3 were read.'] })).toEqual({
    sections: [
      { heading: 'Page 1', text: 'One. Two.' },
      { heading: 'Page 3', text: 'Three.' },
    ],
    tables: [],
    notes: ['Only pages 1 to 3 were read.'],
    isCut: false,
  });
});

test('OUT-06 a heading that its text starts with is shown once, also without other text', () => {
  const parts = [
    { text: 'At night\nCall Ines.', location: { heading: 'At night' } },
    { text: 'Fire\n', location: { heading: 'Fire' } },
    { text: 'Falls are reported.', location: { heading: 'Falls' } },
  ];
  expect(filePreview({ ...file, parts }).sections).toEqual([
    { heading: 'At night', text: '\nCall Ines.' },
    { heading: 'Fire', text: '\n' },
    { heading: 'Falls', text: 'Falls are reported.' },
  ]);
});

test('OUT-06 lines of a text file are one section', () => {
  const parts = [
    { text: 'a\n', location: { line: 1 } },
    { text: 'b\n', location: { line: 2 } },
  ];
  expect(filePreview({ ...file, parts }).sections).toEqual([{ heading: null, text: 'a\nb\n' }]);
});

test('OUT-06 a preview of a long text is cut and says so', () => {
  const preview = filePreview({ ...file, parts: [{ text: 'x'.repeat(PREVIEW_CHARACTERS + 1) }] });
  expect(preview.sections[0]?.text).toHaveLength(PREVIEW_CHARACTERS);
  expect(preview.isCut).toBe(true);
});

test('OUT-06 a preview of a large table is cut and says so, and has every sheet', () => {
  const rows = Array.from({ length: PREVIEW_CELLS }, (_, row) => ({
    row: row + 2,
    cells: ['a', 'b'],
  }));
  const large = { sheet: 'Shifts', columns: ['A', 'B'], rows };
  const preview = filePreview({ ...file, tables: [large, { columns: [], rows: [] }] });
  expect(preview.tables.map(({ title, rows: shown }) => [title, shown.length])).toEqual([
    ['Shifts', PREVIEW_CELLS / 2],
    [null, 0],
  ]);
  expect(preview.isCut).toBe(true);
});

test('OUT-06 a preview shows dates as the sheet does; the text for the model is ISO 8601', async () => {
  const bytes = xlsxSheet({
    rows: [
      ['Day', 'Start', 'Month', 'Stored'],
      [
        as('dd/mm/yyyy', 46_356),
        as('m/d/yy h:mm', 46_356.5),
        as('mmm yyyy', 46_356),
        as('yyyy-mm-dd', 46_356),
      ],
      [null, 'Late', '', ''],
    ],
    merges: ['A2:A3'],
  });
  const content = await extractFile({ name: 'roster.xlsx', bytes });
  const iso = ['2026-11-30', '2026-11-30 12:00', 'Nov 2026', '2026-11-30'];
  expect(content.tables[0]?.rows.map(({ cells }) => cells)).toEqual([iso, ['2026-11-30', 'Late']]);
  const shown = ['30/11/2026', '11/30/26 12:00', 'Nov 2026', '2026-11-30'];
  expect(filePreview(content).tables[0]?.rows.map(({ cells }) => cells)).toEqual([
    shown,
    ['30/11/2026', 'Late'],
  ]);
});
