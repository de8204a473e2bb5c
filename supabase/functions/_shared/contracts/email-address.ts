import * as z from 'zod/mini';
import { shortLocalPart } from './text.ts';

/** Letters and digits, also of other scripts: no invisible characters, blanks, private characters and full-width forms. */
const WORD =
  'A-Za-z0-9\u00a1-\u00ac\u00ae-\u034e\u0350-\u061b\u061d-\u115e\u1161-\u167f\u1681-\u180a\u1810-\u1fff\u2c00-\u2fff\u3001-\u3163\u3165-\ud7ff\uf900-\ufdff';
const ATOM = `[${WORD}!#$%&'*+/=?^_\`{|}~-]+`;
const LABEL = `[${WORD}](?:[${WORD}-]{0,61}[${WORD}])?`;

/**
 * The addresses of accounts: RFC 5321 without quotes, with a domain of at least two labels. The database has the same
 * expression (`private.is_email_address`).
 */
export const EMAIL_ADDRESS = `^${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})+$`;

const SHAPE = new RegExp(EMAIL_ADDRESS);
const MAX_LENGTH = 254;

/** Characters without a width that come along when an address is copied. */
const HIDDEN = /[\u034f\p{Variation_Selector}\p{Cf}]/gu;

/** Returns whether a text is an address that an account can have. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && text.indexOf('@') <= 64 && SHAPE.test(text);
}

/** Removes what comes along when an address is copied: invisible characters, blanks around it, `mailto:`, a full stop. */
export function cleanAddress(text: string): string {
  return text
    .replace(HIDDEN, '')
    .trim()
    .replace(/^mailto:\s*/i, '')
    .replace(/(@[^?@]*)\?.*$/, '$1')
    .replace(/\.?\s*$/, '');
}

/** Returns the schema of a typed or pasted email address. */
export function emailSchema(required: string) {
  return z.string(required).check(
    z.overwrite(cleanAddress),
    z.minLength(1, required),
    z.maxLength(MAX_LENGTH, 'The email address is too long'),
    z.refine(
      (email) => email === '' || SHAPE.test(email),
      'Enter a full email address, like name@example.org.',
    ),
    shortLocalPart,
  );
}
