import { authError } from './auth-error.ts';

const MAX_LENGTH = 254;
/** No invisible characters: two people would look the same to whoever grants access. */
const SHAPE =
  /^[^\s@<>"',;:\\()[\]\p{C}]+@[^\s@<>"',;:\\()[\]\p{C}]+\.[^\s@<>"',;:\\()[\]\p{C}]+$/u;

/** Lower case without blanks around; undefined when it cannot be an address. */
export function emailAddress(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const email = value.trim().toLowerCase();
  return email.length <= MAX_LENGTH && SHAPE.test(email) ? email : undefined;
}

/** The answer to what cannot be an address. */
export function refuseEmailAddress(): Response {
  return authError(400, 'validation_failed', 'Unable to validate email address: invalid format');
}
