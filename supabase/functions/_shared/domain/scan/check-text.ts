import type { ScannedFile } from './check.ts';
import { Pauses } from './pause.ts';
import { Refused } from './refused.ts';

const PIECE = 1024 * 1024;
/** Control characters that are valid in texts: tabs, line breaks, form feeds, and those from old systems. */
const ALLOWED_CONTROLS = new Set([0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b]);
/** Codes that are unassigned in Windows-1252. */
const UNASSIGNED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
const PDF_MAGIC = '%PDF-';

/** Checks that a text file is text in UTF-8, UTF-16 or Windows-1252. */
export async function checkText({ kind, bytes }: ScannedFile): Promise<void> {
  if (kind !== 'txt' && kind !== 'csv') return;
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return requireEncoding(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return requireEncoding(bytes, 'utf-16be');
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 16));
  if (start.replace(/^\u00ef\u00bb\u00bf/, '').startsWith(PDF_MAGIC))
    throw new Refused('wrongType');
  const hasUnassigned = await findOddBytes(bytes);
  // Windows-1252 assigns every byte but these: a text with one of them must be UTF-8.
  if (hasUnassigned) await requireEncoding(bytes, 'utf-8');
}

/**
 * Returns true if the text contains `UNASSIGNED` bytes.
 * @throws Refused for control characters that no text contains
 */
async function findOddBytes(bytes: Uint8Array): Promise<boolean> {
  const pauses = new Pauses();
  let hasUnassigned = false;
  for (let from = 0; from < bytes.length; from += PIECE) {
    const piece = bytes.subarray(from, from + PIECE);
    for (const byte of piece) {
      if (byte < 0x20 && !ALLOWED_CONTROLS.has(byte)) throw new Refused('wrongType');
      if (byte > 0x80 && UNASSIGNED.has(byte)) hasUnassigned = true;
    }
    await pauses.after(piece.length);
  }
  return hasUnassigned;
}

async function requireEncoding(bytes: Uint8Array, encoding: string): Promise<void> {
  const pauses = new Pauses();
  const decoder = new TextDecoder(encoding, { fatal: true });
  for (let from = 0; from < bytes.length; from += PIECE) {
    const isLast = from + PIECE >= bytes.length;
    if (decode(decoder, bytes.subarray(from, from + PIECE), isLast).includes('\0'))
      throw new Refused('wrongType');
    await pauses.after(PIECE);
  }
}

function decode(decoder: TextDecoder, piece: Uint8Array, isLast: boolean): string {
  try {
    return decoder.decode(piece, { stream: !isLast });
  } catch {
    throw new Refused('wrongType');
  }
}
