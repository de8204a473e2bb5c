import * as z from 'zod/mini';

const HALF_PAIR = /\p{Surrogate}/u;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** Whether Postgres can keep the text: it has no room for NUL, and half a surrogate pair is no character. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !HALF_PAIR.test(text);
}

/** Whether the text consists of printable ASCII characters only. Empty text does. */
export function isPrintableAscii(text: string): boolean {
  return PRINTABLE_ASCII.test(text);
}

/** A check that refuses what the database could not store. */
export const storable = z.refine<string>(
  isStorable,
  'Text contains characters that cannot be stored',
);

/** A check that refuses text of nothing but blanks. */
export function notBlank(message: string) {
  return z.refine<string>((text) => text.trim() !== '', message);
}
