import * as z from 'zod/mini';

const HALF_PAIR = /\p{Surrogate}/u;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** Checks if Postgres can store the text. It cannot store NUL or half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !HALF_PAIR.test(text);
}

/** Checks if the text consists of printable ASCII characters only. Accepts empty text. */
export function isPrintableAscii(text: string): boolean {
  return PRINTABLE_ASCII.test(text);
}

/** Check that rejects text that the database cannot store. */
export const storable = z.refine<string>(
  isStorable,
  'Text contains characters that cannot be stored',
);

/** Check that rejects line breaks and other control characters. */
export const inOneLine = z.regex(/^\P{Cc}*$/u, 'Text must be in one line');

/** Check that rejects an email address that no mail server accepts. */
export const shortLocalPart = z.refine<string>(
  (email) => email.indexOf('@') <= 64,
  'Use at most 64 characters before the @.',
);

/** Returns a check that rejects empty and blank text. */
export function notBlank(message: string) {
  return z.refine<string>((text) => text.trim() !== '', message);
}
