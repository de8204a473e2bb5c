import type { Allowance } from './allowance.ts';
import { decodeText } from './decode-text.ts';
import type { ExtractedFile, TextPart } from './extracted-file.ts';
import { onlyFirst } from './notes.ts';

/** No encoding of ours takes more for a UTF-16 unit. */
const BYTES_PER_CHARACTER = 3;
/** A paragraph with the blank lines after it. */
const PARAGRAPH = /[^\n]*(?:\n(?![ \t\r]*\n)[^\n]*)*(?:\n[ \t\r]*)*/gy;

/** A plain text, character for character, in paragraphs with the line at which each begins. */
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
    parts.push({ text: paragraph, place: { line } });
    for (let at = paragraph.indexOf('\n'); at >= 0; at = paragraph.indexOf('\n', at + 1)) line += 1;
  }
  return parts;
}
