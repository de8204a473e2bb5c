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

/** Breaks a line, or is no character to read. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
/** Has no width, or changes the direction of the text around it. The joiners of emoji and several scripts are allowed. */
const HIDDEN =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/**
 * Returns a name or title as all readers see it: in one line and without hidden characters. The database refuses names
 * that this function would change (`private.plain_line`).
 */
export function plainLine(text: string): string {
  return text.replace(CONTROLS, ' ').replace(HIDDEN, '');
}

/** Returns a text as a plain line with single blanks. */
export function collapseText(text: string): string {
  return plainLine(text).replace(/\s+/g, ' ').trim();
}

/** Text of a name or title: in one line, without hidden characters and surrounding blanks. */
export const plain = z.overwrite<string>((text) => plainLine(text).trim());

/** Check that rejects an email address that no mail server accepts. */
export const shortLocalPart = z.refine<string>(
  (email) => email.indexOf('@') <= 64,
  'Use at most 64 characters before the @.',
);

/** Returns a check that rejects empty and blank text. */
export function notBlank(message: string) {
  return z.refine<string>((text) => text.trim() !== '', message);
}
