import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { extractFile } from './extract-file.ts';
import { formatCases } from './testing/format-cases.ts';
import { pdfCases } from './testing/pdf-cases.ts';
import type { ReadingCase } from './testing/reading-case.ts';
import { sheetCases } from './testing/sheet-cases.ts';
import { wordCases } from './testing/word-cases.ts';

const maps = path.join(
  createRequire(import.meta.url).resolve('pdfjs-dist/package.json'),
  '../cmaps',
);
const readCharacterMap = (name: string) => readFile(path.join(maps, name));

async function expectText({ name, bytes, text = '', tables = [], notes = [] }: ReadingCase) {
  const file = await extractFile({ name, bytes: bytes.slice() }, { readCharacterMap });
  expect({
    text: file.parts.map((part) => part.text).join(''),
    tables: file.tables.map(({ columns, rows }) => [columns, ...rows.map(({ cells }) => cells)]),
    notes: file.notes,
  }).toEqual({ text, tables, notes });
}

test.each([...formatCases, ...sheetCases])('EXTRACT-01 reads $name as it is shown', expectText);

test.each(wordCases)('EXTRACT-04 reads $name as it is shown', expectText);

test.each(pdfCases)('EXTRACT-05 reads $name as it is shown', expectText);

test('EXTRACT-05 notes text in fonts that are not in a PDF, if their maps are not installed', async () => {
  const file = pdfCases.find(({ name }) => name === 'japanese-without-font.pdf');
  expect(file && (await extractFile({ ...file, bytes: file.bytes.slice() })).notes).toEqual([
    'japanese-without-font.pdf has no text that can be read: its pages are probably scanned pictures.',
    'Some text of japanese-without-font.pdf uses fonts that are not in the file, and was not read.',
  ]);
});
