import type { Bytes } from './office-files.ts';

/** Returns a copy of a file with other bytes at an offset, which counts from the end if it is negative. */
export function changed(bytes: Bytes, at: number, ...values: number[]): Bytes {
  const copy = bytes.slice();
  copy.set(values, at < 0 ? copy.length + at : at);
  return copy;
}

/** Returns the offset of the first or last occurrence of a signature. */
export function findOffset(
  bytes: Bytes,
  signature: string,
  which: 'first' | 'last' = 'first',
): number {
  const text = new TextDecoder('latin1').decode(bytes);
  return which === 'first' ? text.indexOf(signature) : text.lastIndexOf(signature);
}
