import { authError } from './auth-error.ts';

const MAX_LENGTH = 254;
/** No invisible characters: two users would look the same to the administrator who grants access. */
const SHAPE =
  /^[^\s@<>"',;:\\()[\]\p{C}]+@[^\s@<>"',;:\\()[\]\p{C}]+\.[^\s@<>"',;:\\()[\]\p{C}]+$/u;

/** Normalizes an email address to lower case without surrounding blanks; undefined if it cannot be one. */
export function emailAddress(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const email = value.trim().toLowerCase();
  return email.length <= MAX_LENGTH && SHAPE.test(email) ? email : undefined;
}

/** Returns the response to an invalid email address. */
export function refuseEmailAddress(): Response {
  return authError(400, 'validation_failed', 'Unable to validate email address: invalid format');
}
