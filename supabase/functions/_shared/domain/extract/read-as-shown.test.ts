import { expect, test } from 'vitest';
import { extractFile } from './extract-file.ts';
import { readingCases } from './testing/reading-cases.ts';

test.each(readingCases)(
  'FILE-01 reads $name as a person does',
  async ({ name, bytes, text = '', tables = [], notes = [] }) => {
    const file = await extractFile({ name, bytes });
    expect({
      text: file.parts.map((part) => part.text).join(''),
      tables: file.tables.map(({ columns, rows }) => [columns, ...rows.map(({ cells }) => cells)]),
      notes: file.notes,
    }).toEqual({ text, tables, notes });
  },
);
