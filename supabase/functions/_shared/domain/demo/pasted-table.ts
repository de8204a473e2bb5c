import { Allowance } from '../extract/allowance.ts';
import { EXTRACTION_LIMITS } from '../extract/extracted-file.ts';
import { SheetReading } from '../extract/sheet-table.ts';
import type { ReadFile } from './file-passages.ts';

const NAME = 'the table in your message';

/** Splits a message into its text and the table of its tab-separated lines, as pasted from a spreadsheet, as a file. */
export function splitPastedTable(message: string): { text: string; file?: ReadFile } {
  const lines = message.split(/\r?\n/);
  const isRow = (line: string) => line.includes('\t');
  const rows = lines.filter(isRow);
  if (rows.length < 2) return { text: message };
  const reading = new SheetReading(new Allowance(EXTRACTION_LIMITS));
  for (const [index, row] of rows.entries()) if (!reading.add(index + 1, row.split('\t'))) break;
  const text = lines.filter((line) => !isRow(line)).join('\n');
  return { text, file: { name: NAME, content: reading.end(NAME) } };
}
