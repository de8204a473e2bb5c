import { documents } from './documents.ts';
import { names } from './names.ts';
import { papers } from './papers.ts';
import { texts } from './texts.ts';
import { workbooks } from './workbooks.ts';

/** Hostile files, and harmless ones for comparison. They are generated on each run. */
export const HOSTILE_FILES = [...texts, ...papers, ...documents, ...workbooks, ...names];
