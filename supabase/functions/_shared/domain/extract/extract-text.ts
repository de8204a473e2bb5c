import type { Allowance } from './allowance.ts';
import { decodeText } from './decode-text.ts';
import type { ExtractedFile, TextPart } from './extracted-file.ts';
import { onlyFirst } from './notes.ts';

/** The maximum number of bytes per UTF-16 code unit in the supported encodings. */
const BYTES_PER_CHARACTER = 3;
/** Matches a paragraph and the blank lines after it. */
const PARAGRAPH = /[^\n]*(?:\n(?![ \t\r]*\n)[^\n]*)*(?:\n[ \t\r]*)*/gy;

/** Extracts plain text verbatim, in paragraphs with the number of their first line. */
export function extractText(
  name: string,
  bytes: Uint8Array,
  allowance: Allowance,
): Promise<ExtractedFile> {
  const { characters } = allowance.limits;
  const decoded = decodeText(bytes, characters * BYTES_PER_CHARACTER);
  const text = allowance.take(decoded.text);
  const isCut = decoded.isCut || text.length < decoded.text.length;
  const notes = isCut ? [onlyFirst(text.length, 'characters', name)] : [];
  return Promise.resolve({ parts: paragraphs(text), tables: [], notes });
}

function paragraphs(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let line = 1;
  for (const [paragraph] of text.matchAll(PARAGRAPH)) {
    if (paragraph === '') continue;
    parts.push({ text: paragraph, location: { line } });
    for (let at = paragraph.indexOf('\n'); at >= 0; at = paragraph.indexOf('\n', at + 1)) line += 1;
  }
  return parts;
}
