import { PDF_MAGIC, startsWith } from './byte-reader.ts';
import { ByteSearch } from './byte-search.ts';
import type { ScannedFile } from './check.ts';
import { Pauses } from './pause.ts';
import { pdfNames } from './pdf-names.ts';
import { Refused, type REASONS } from './refused.ts';
import { inflated, UnpackBudget } from './unpack.ts';

const PIECE = 256 * 1024;
const END = new ByteSearch('%%EOF');
const STREAM = new ByteSearch('stream');
const ARCHIVE_END = new ByteSearch('PK\u0005\u0006');
/** How near its end a PDF says that it ends. */
const END_WITHIN = 1024;
/** How much of an object is looked at around one of its names. */
const OBJECT_LENGTH = 2048;

/** Names that do something, or hide something. Each is too long to appear in packed data by chance. */
const REFUSED_NAMES = new Map<string, keyof typeof REASONS>([
  ['JavaScript', 'scripts'],
  ['Rendition', 'scripts'],
  ['Launch', 'program'],
  ['ImportData', 'opening'],
  ['EmbeddedFile', 'embedded'],
  ['EmbeddedFiles', 'embedded'],
  ['RichMedia', 'embedded'],
  ['Encrypt', 'encrypted'],
]);

/** A PDF must be one from its first byte to its last, and only be there to be read. */
export async function checkPdf({ kind, bytes }: ScannedFile): Promise<void> {
  if (kind !== 'pdf') return;
  if (!startsWith(bytes, PDF_MAGIC)) throw new Refused('wrongType');
  if (END.in(bytes, Math.max(0, bytes.length - END_WITHIN)) < 0) throw new Refused('damaged');
  // Archives are read from their end, so that one can hang on to anything.
  if (ARCHIVE_END.in(bytes, Math.max(0, bytes.length - 0xffff - 22)) >= 0)
    throw new Refused('extra');

  const budget = new UnpackBudget(bytes.length);
  const pauses = new Pauses();
  for (let from = 0; from < bytes.length; from += PIECE) {
    for (const { name, end } of pdfNames(bytes, from, from + PIECE)) {
      refuseName(name);
      if (name === 'OpenAction') requireHarmlessOpening(bytes, end);
      if (name === 'ObjStm') await lookIntoObjects(bytes, end, budget);
    }
    await pauses.after(PIECE);
  }
}

function refuseName(name: string): void {
  const reason = REFUSED_NAMES.get(name);
  if (reason !== undefined) throw new Refused(reason);
}

/** Opening at a page is what most do. An action named by reference is found by its own name, wherever it stands. */
function requireHarmlessOpening(bytes: Uint8Array, at: number): void {
  const what = latin1(bytes.subarray(at, at + OBJECT_LENGTH)).trimStart();
  const isPlace = what.startsWith('[') || /^\d+\s+\d+\s+R\b/.test(what);
  const isGoTo = /^<<[^>]*\/S\s*\/GoTo\b/.test(what);
  if (!isPlace && !isGoTo) throw new Refused('opening');
}

/** Objects may lie packed in a stream, with their names. */
async function lookIntoObjects(bytes: Uint8Array, at: number, budget: UnpackBudget): Promise<void> {
  budget.begin();
  const keyword = STREAM.in(bytes.subarray(0, at + OBJECT_LENGTH), at);
  // Not a stream's own words but a text that speaks of one.
  if (keyword < 0) return;
  const description = latin1(bytes.subarray(Math.max(0, at - OBJECT_LENGTH), keyword));
  const own = description.slice(description.lastIndexOf('obj') + 1);
  if (!own.includes('/Filter')) return;
  if (!/\/Filter\s*(?:\[\s*)?\/(FlateDecode|Fl)/.test(own)) throw new Refused('damaged');
  let start = keyword + STREAM.length;
  if (bytes[start] === 0x0d) start += 1;
  if (bytes[start] === 0x0a) start += 1;
  await lookIntoPacked(bytes.subarray(start), budget);
}

async function lookIntoPacked(packed: Uint8Array, budget: UnpackBudget): Promise<void> {
  let before = new Uint8Array(0);
  for await (const piece of inflated(packed, 'zlib', budget)) {
    const text = new Uint8Array(before.length + piece.length);
    text.set(before);
    text.set(piece, before.length);
    for (const { name } of pdfNames(text, 0, text.length)) refuseName(name);
    before = text.slice(-64);
  }
}

function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}
