import { cleanAddress, isEmailAddress } from '@homie/contracts/admin';
import { authError } from './auth-error.ts';

/** Normalizes an email address to lower case, without what comes along with a copy; undefined if it is none. */
export function emailAddress(value: unknown): string | undefined {
  return typeof value === 'string' ? claimedAddress(cleanAddress(value)) : undefined;
}

/**
 * Normalizes an email address that someone else vouches for to lower case; undefined if it is none. Nothing is removed
 * from it: who gives it has verified this address and not a similar one.
 */
export function claimedAddress(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const email = value.trim().toLowerCase();
  return isEmailAddress(email) ? email : undefined;
}

/** Returns the response to an invalid email address. */
export function refuseEmailAddress(): Response {
  return authError(400, 'validation_failed', 'Unable to validate email address: invalid format');
}
