import { expect, test } from 'vitest';
import { extractFile } from './extract-file.ts';
import { formatCases } from './testing/format-cases.ts';
import type { ReadingCase } from './testing/reading-case.ts';
import { sheetCases } from './testing/sheet-cases.ts';

const cases: readonly ReadingCase[] = [...formatCases, ...sheetCases];

test.each(cases)(
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
