import { OLE_MAGIC, PDF_MAGIC, startsWith, ZIP_MAGIC } from './byte-reader.ts';
import { VirusWatch } from './check-virus.ts';
import type { ScannedFile } from './check.ts';
import { FieldWatch } from './field-watch.ts';
import { checkRelations, readContentTypes } from './office-parts.ts';
import { Refused } from './refused.ts';
import { UnpackBudget, unpackEntry } from './unpack.ts';
import { zipEntries, type ZipEntry } from './zip-entries.ts';

/** The content type of the main part of each kind of document. */
const MAIN_PARTS = {
  docx: /wordprocessingml\.document\.main\+xml/,
  xlsx: /spreadsheetml\.sheet\.main\+xml/,
} as const;
const CONTENT_TYPES = '[Content_Types].xml';
const MACRO_NAMES = /vba(project|data)|^xl\/macrosheets\//i;
const RELATIONS = /\.rels$/i;
const TEXT_PARTS = /\.xml$/i;
const OBJECT_NAMES = /(^|\/)(activeX\/|oleObject[^/]*$)/i;
/** Magic numbers of Windows and Linux executables, other archives and PDF. Documents within documents are scanned. */
const FOREIGN_MAGICS: readonly (readonly number[])[] = [
  OLE_MAGIC,
  PDF_MAGIC,
  [0x4d, 0x5a, 0x90, 0x00],
  [0x7f, 0x45, 0x4c, 0x46],
  [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c],
  [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07],
];
/** The maximum size of a part that is loaded whole, in bytes. */
const LONGEST_SMALL_PART = 4 * 1024 * 1024;
const LONGEST_INNER_ARCHIVE = 10 * 1024 * 1024;

/** Checks current Office documents (DOCX, XLSX): archives with a known structure and without active content. */
export async function checkArchive({ kind, bytes }: ScannedFile): Promise<void> {
  if (kind !== 'docx' && kind !== 'xlsx') return;
  // Office stores a password-protected archive in a compound file (OLE2).
  if (startsWith(bytes, OLE_MAGIC)) throw new Refused('encrypted');
  if (!startsWith(bytes, ZIP_MAGIC)) throw new Refused('wrongType');
  const types = await scanNested(bytes, new UnpackBudget(bytes.length), true);
  if (!types.some((type) => MAIN_PARTS[kind].test(type))) throw new Refused('wrongType');
}

/**
 * Scans an archive.
 * @returns the content types of the parts
 */
async function scanNested(
  bytes: Uint8Array,
  budget: UnpackBudget,
  isOutermost: boolean,
): Promise<string[]> {
  const entries = zipEntries(bytes);
  for (const { name } of entries) {
    if (MACRO_NAMES.test(name)) throw new Refused('macros');
    if (OBJECT_NAMES.test(name)) throw new Refused('embedded');
  }
  let types: string[] | undefined;
  for (const entry of entries) {
    const stored = await scanEntry(entry, budget);
    if (stored === undefined) continue;
    if (entry.name === CONTENT_TYPES)
      types = readContentTypes(
        stored,
        entries.map(({ name }) => name),
      );
    else if (RELATIONS.test(entry.name)) checkRelations(stored);
    else if (isOutermost) await scanNested(stored, budget, false);
    else throw new Refused('embedded');
  }
  if (types === undefined) throw new Refused(isOutermost ? 'wrongType' : 'embedded');
  return types;
}

/**
 * Scans an entry.
 * @returns its content if that needs further checks: content types, relationships, a nested archive
 */
async function scanEntry(entry: ZipEntry, budget: UnpackBudget): Promise<Uint8Array | undefined> {
  const { name } = entry;
  const virus = new VirusWatch();
  const fields = TEXT_PARTS.test(name) ? new FieldWatch() : undefined;
  const isSmall = name === CONTENT_TYPES || RELATIONS.test(name);
  const longest = isSmall ? LONGEST_SMALL_PART : LONGEST_INNER_ARCHIVE;
  let stored: Uint8Array[] | undefined = isSmall ? [] : undefined;
  let length = 0;
  for await (const piece of unpackEntry(entry, budget)) {
    if (piece.length === 0) continue;
    if (length === 0) {
      if (FOREIGN_MAGICS.some((magic) => startsWith(piece, magic))) throw new Refused('embedded');
      if (startsWith(piece, ZIP_MAGIC)) stored = [];
    }
    virus.push(piece);
    if (fields?.push(piece)) throw new Refused('elsewhere');
    length += piece.length;
    if (!stored) continue;
    if (length > longest) throw new Refused('tooMuch');
    stored.push(piece.slice());
  }
  return stored && concatBytes(stored, length);
}

function concatBytes(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
