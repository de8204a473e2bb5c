import { ByteReader } from './byte-reader.ts';
import { Refused } from './refused.ts';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_LENGTH = 22;
const LONGEST_COMMENT = 0xffff;
/** The maximum length of a data descriptor: sizes and checksum, from writers that do not know them in advance. */
const DESCRIPTOR_LENGTH = 24;
const MAX_ENTRIES = 3_000;
/** General purpose bit flags: encrypted, strongly encrypted, names encrypted. */
const ENCRYPTED = 0x0001 | 0x0040 | 0x2000;

/** A file in an archive. */
export interface ZipEntry {
  name: string;
  method: 'stored' | 'deflated';
  /** The data as stored in the archive. */
  data: Uint8Array;
  /** The unpacked size that the archive declares. */
  size: number;
}

interface ByteRange {
  from: number;
  to: number;
}

/**
 * Reads the entries of an archive. Is strict where readers differ, because content that two readers see differently can
 * pass one and harm the other: the central directory and the local headers must match, and no data may be before,
 * between or after the entries.
 * @throws Refused
 */
export function zipEntries(bytes: Uint8Array): ZipEntry[] {
  const reader = new ByteReader(bytes);
  const end = findEnd(reader);
  const count = reader.u16(end + 10);
  const listLength = reader.u32(end + 12);
  const list = reader.u32(end + 16);
  if (reader.u16(end + 4) !== 0 || reader.u16(end + 8) !== count) throw new Refused('damaged');
  if (list + listLength > end) throw new Refused('damaged');
  if (list + listLength < end) throw new Refused('extra');
  if (count > MAX_ENTRIES) throw new Refused('tooMuch');

  const entries: ZipEntry[] = [];
  const ranges: ByteRange[] = [];
  const names = new Set<string>();
  let at = list;
  for (let index = 0; index < count; index += 1) {
    const { entry, range, next } = readEntry(reader, at, list);
    const name = entry.name.toLowerCase();
    if (names.has(name)) throw new Refused('extra');
    names.add(name);
    entries.push(entry);
    ranges.push(range);
    at = next;
  }
  if (at !== end) throw new Refused('extra');
  requireNoGaps(ranges, list);
  return entries;
}

function findEnd(reader: ByteReader): number {
  const earliest = Math.max(0, reader.length - END_LENGTH - LONGEST_COMMENT);
  for (let at = reader.length - END_LENGTH; at >= earliest; at -= 1) {
    if (reader.u32(at) !== END) continue;
    if (at + END_LENGTH + reader.u16(at + 20) === reader.length) return at;
  }
  throw new Refused('damaged');
}

function readEntry(
  reader: ByteReader,
  at: number,
  list: number,
): { entry: ZipEntry; range: ByteRange; next: number } {
  if (reader.u32(at) !== CENTRAL) throw new Refused('damaged');
  const flags = reader.u16(at + 8);
  const method = reader.u16(at + 10);
  const packed = reader.u32(at + 20);
  const size = reader.u32(at + 24);
  const nameLength = reader.u16(at + 28);
  const from = reader.u32(at + 42);
  const rawName = reader.slice(at + 46, nameLength);
  const next = at + 46 + nameLength + reader.u16(at + 30) + reader.u16(at + 32);
  if ((flags & ENCRYPTED) !== 0) throw new Refused('encrypted');
  if (method !== 0 && method !== 8) throw new Refused('damaged');

  if (reader.u32(from) !== LOCAL) throw new Refused('damaged');
  const localName = reader.slice(from + 30, reader.u16(from + 26));
  const agrees =
    reader.u16(from + 8) === method &&
    (reader.u16(from + 6) & ENCRYPTED) === 0 &&
    localName.length === rawName.length &&
    localName.every((byte, index) => byte === rawName[index]);
  if (!agrees) throw new Refused('extra');
  const start = from + 30 + nameLength + reader.u16(from + 28);
  if (start + packed > list) throw new Refused('damaged');

  const name = new TextDecoder().decode(rawName);
  if (/^[/\\]|(^|[/\\])\.\.([/\\]|$)|\0/.test(name)) throw new Refused('damaged');
  return {
    entry: {
      name,
      method: method === 0 ? 'stored' : 'deflated',
      data: reader.slice(start, packed),
      size,
    },
    range: { from, to: start + packed },
    next,
  };
}

function requireNoGaps(ranges: ByteRange[], list: number): void {
  let end = 0;
  let allowed = 0;
  const inOrder = ranges.toSorted((a, b) => a.from - b.from);
  for (const { from, to } of [...inOrder, { from: list, to: list }]) {
    // Small archives become huge if several entries share the same data.
    if (from < end) throw new Refused('tooMuch');
    if (from - end > allowed) throw new Refused('extra');
    end = to;
    allowed = DESCRIPTOR_LENGTH;
  }
}
