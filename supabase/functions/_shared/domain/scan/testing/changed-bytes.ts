import type { Bytes } from './office-files.ts';

/** Changes bytes of a file at a place, counted from the end when negative. */
export function changed(bytes: Bytes, at: number, ...values: number[]): Bytes {
  const copy = bytes.slice();
  copy.set(values, at < 0 ? copy.length + at : at);
  return copy;
}

/** Where a signature is, first or last. */
export function offsetOf(
  bytes: Bytes,
  signature: string,
  which: 'first' | 'last' = 'first',
): number {
  const text = new TextDecoder('latin1').decode(bytes);
  return which === 'first' ? text.indexOf(signature) : text.lastIndexOf(signature);
}
