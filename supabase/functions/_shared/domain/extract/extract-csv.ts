import type { Allowance } from './allowance.ts';
import { decodeText } from './decode-text.ts';
import type { ExtractedFile } from './extracted-file.ts';
import { SheetReading } from './sheet-table.ts';

const BYTES_PER_CHARACTER = 3;
const DELIMITERS = [',', ';', '\t', '|'];

/** Extracts the table of a CSV file. Detects the delimiter from the first line. */
export async function extractCsv(
  name: string,
  bytes: Uint8Array,
  allowance: Allowance,
): Promise<ExtractedFile> {
  const { default: Papa } = await import('papaparse');
  const { text, isCut } = decodeText(bytes, allowance.limits.characters * BYTES_PER_CHARACTER);
  const reading = new SheetReading(allowance);
  let row = 0;
  let isWhole = !isCut;
  await new Promise<void>((resolve) => {
    Papa.parse<string[]>(text, {
      delimiter: detectDelimiter(text),
      step({ data }, parser) {
        row += 1;
        if (!reading.add(row, data) || allowance.isOutOfTime) {
          isWhole = false;
          parser.abort();
        } else if (allowance.isBreathDue) {
          parser.pause();
          void allowance.breathe().then(() => parser.resume());
        }
      },
      complete: () => resolve(),
    });
  });
  if (!isWhole) reading.cut();
  return reading.end(name);
}

/** Detects the delimiter from the first line: rows may have commas in numbers and names, but column names rarely do. */
function detectDelimiter(text: string): string {
  const first = /^\s*([^\r\n]{0,10000})/.exec(text)?.[1]?.replaceAll(/"[^"]*"/g, '') ?? '';
  const count = (sign: string) => first.split(sign).length;
  return DELIMITERS.reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}
