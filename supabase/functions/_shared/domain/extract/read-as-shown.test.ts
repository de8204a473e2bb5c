import { expect, test } from 'vitest';
import { extractFile } from './extract-file.ts';
import { formatCases } from './testing/format-cases.ts';
import type { ReadingCase } from './testing/reading-case.ts';
import { sheetCases } from './testing/sheet-cases.ts';
import { wordCases } from './testing/word-cases.ts';

async function expectText({ name, bytes, text = '', tables = [], notes = [] }: ReadingCase) {
  const file = await extractFile({ name, bytes });
  expect({
    text: file.parts.map((part) => part.text).join(''),
    tables: file.tables.map(({ columns, rows }) => [columns, ...rows.map(({ cells }) => cells)]),
    notes: file.notes,
  }).toEqual({ text, tables, notes });
}

test.each([...formatCases, ...sheetCases])('FILE-01 reads $name as it is shown', expectText);

test.each(wordCases)('FILE-04 reads $name as it is shown', expectText);
