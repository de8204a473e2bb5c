import { UnpackBudget, unpackEntry } from '../scan/unpack.ts';
import type { ZipEntry } from '../scan/zip-entries.ts';
import type { Allowance } from './allowance.ts';
import { XmlPieces, type XmlPiece } from './xml-pieces.ts';

/**
 * Parses a part of an Office document while unpacking it, only as far as the caller requests.
 * @throws Refused or SyntaxError if the part is damaged
 */
export async function* readXml(
  entry: ZipEntry | undefined,
  allowance: Allowance,
): AsyncGenerator<Iterable<XmlPiece>> {
  if (!entry) return;
  const pieces = new XmlPieces();
  const decoder = new TextDecoder();
  for await (const bytes of unpackEntry(entry, new UnpackBudget(entry.data.length))) {
    yield pieces.push(decoder.decode(bytes, { stream: true }));
    await allowance.breathe();
  }
}
