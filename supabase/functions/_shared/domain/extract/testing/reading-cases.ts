import { formatCases } from './format-cases.ts';
import { pdfCases } from './pdf-cases.ts';
import type { ReadingCase } from './reading-case.ts';
import { sheetCases } from './sheet-cases.ts';
import { wordCases } from './word-cases.ts';

/** Small files with the text and the tables that a person reads in them. */
export const readingCases: readonly ReadingCase[] = [
  ...formatCases,
  ...sheetCases,
  ...wordCases,
  ...pdfCases,
];
