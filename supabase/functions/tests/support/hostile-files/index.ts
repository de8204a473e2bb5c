import { documents } from './documents.ts';
import { names } from './names.ts';
import { papers } from './papers.ts';
import { texts } from './texts.ts';
import { workbooks } from './workbooks.ts';

/** Files as the worst of senders make them, and harmless ones beside them, made anew each time. */
export const HOSTILE_FILES = [...texts, ...papers, ...documents, ...workbooks, ...names];
