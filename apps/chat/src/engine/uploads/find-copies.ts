import type { Upload } from './upload-list';

type PresentFile = Pick<Upload, 'name' | 'size' | 'file'>;

/** Returns true if a file may be in the message already or is given twice: only their contents tell. */
export function mayRepeat(added: readonly File[], present: readonly PresentFile[]): boolean {
  const keys = [...present, ...added].map(({ name, size }) => `${size} ${name}`);
  return new Set(keys).size < keys.length;
}

/**
 * Splits files into those to add and those that the message has already: same name, size and content. The content of a
 * file of an earlier visit is not known: it is never taken for a copy.
 */
export async function splitCopies(
  added: readonly File[],
  present: readonly PresentFile[],
): Promise<{ others: File[]; copies: File[] }> {
  const known = present.flatMap(({ file }) => file ?? []);
  const others: File[] = [];
  const copies: File[] = [];
  for (const file of added) {
    let isCopy = false;
    for (const other of [...known, ...others]) isCopy ||= await isSameFile(file, other);
    (isCopy ? copies : others).push(file);
  }
  return { others, copies };
}

async function isSameFile(one: File, other: File): Promise<boolean> {
  if (one.name !== other.name || one.size !== other.size) return false;
  const [bytes, otherBytes] = await Promise.all([readBytes(one), readBytes(other)]);
  return bytes.every((byte, index) => byte === otherBytes[index]);
}

async function readBytes(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}
