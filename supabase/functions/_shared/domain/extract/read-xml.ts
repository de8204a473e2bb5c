import { UnpackBudget, unpackEntry } from '../scan/unpack.ts';
import type { ZipEntry } from '../scan/zip-entries.ts';
import type { Allowance } from './allowance.ts';
import { XmlPieces, type XmlPiece } from './xml-pieces.ts';

/**
 * Reads a part of an Office document while it is unpacked: what is not asked for is not unpacked either.
 * @throws Refused or SyntaxError when it is damaged
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
