import { ByteReader } from './byte-reader.ts';
import type { CompoundStream } from './compound-file.ts';
import { Pauses } from './pause.ts';
import { Refused } from './refused.ts';

/** Record types, by [MS-XLS] 2.3. */
const BEGIN = 0x0809;
const END = 0x000a;
const FILE_PASSWORD = 0x002f;
const SHEET = 0x0085;
const SUPPORTING_LINK = 0x01ae;

const MACRO_SHEET = 1;
const MACRO_MODULE = 6;
/** The type of a macro sheet in the record that starts a sheet. */
const MACRO_CONTENT = 0x0040;
const HEADER_LENGTH = 4;
/** Lengths that replace a name: links to the workbook itself and to add-in functions. */
const NO_NAMES = new Set([0x0401, 0x3a01]);
const MAX_RECORDS = 1_000_000;

/**
 * Checks the records that describe a workbook, up to its first sheet.
 * @throws Refused for a password, for macros older than VBA, and for links to other programs
 */
export async function checkWorkbook(stream: CompoundStream): Promise<void> {
  const pauses = new Pauses();
  let at = 0;
  for (let count = 0; count < MAX_RECORDS; count += 1) {
    const header = new ByteReader(stream.read(at, HEADER_LENGTH));
    const [type, length] = [header.u16(0), header.u16(2)];
    if (type === END) return;
    if (type === FILE_PASSWORD) throw new Refused('encrypted');
    if (type === SHEET) checkSheet(stream, new ByteReader(stream.read(at + HEADER_LENGTH, length)));
    if (type === SUPPORTING_LINK)
      checkLink(new ByteReader(stream.read(at + HEADER_LENGTH, length)));
    at += HEADER_LENGTH + length;
    // A record costs about as much as searching 256 bytes.
    await pauses.after(256);
  }
  throw new Refused('tooMuch');
}

function checkSheet(stream: CompoundStream, record: ByteReader): void {
  const kind = record.u16(4) >> 8;
  if (kind === MACRO_SHEET || kind === MACRO_MODULE) throw new Refused('macros');
  const offset = record.u32(0);
  if (offset + 8 > stream.size) throw new Refused('damaged');
  const beginning = new ByteReader(stream.read(offset, 8));
  if (beginning.u16(0) !== BEGIN) throw new Refused('damaged');
  if (beginning.u16(6) === MACRO_CONTENT) throw new Refused('macros');
}

/** Checks a link. The name of another workbook is one string; the name of a program and its command are two. */
function checkLink(record: ByteReader): void {
  if (record.length < 4 || NO_NAMES.has(record.u16(2))) return;
  const characters = record.slice(4, Math.min(record.length - 4, 1_024));
  if (characters.includes(0x03)) throw new Refused('elsewhere');
}
