import { createStore } from '@homie/store';

/**
 * The time zone of the times on this page: an IANA name, or undefined for that of the device. It follows the profile of
 * the user. Everything that formats a time for people reads it here.
 */
export const timeZone = createStore<string | undefined>(undefined);

/** Tests whether this browser knows a time zone. */
export function isTimeZone(name: unknown): name is string {
  try {
    return typeof name === 'string' && Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}
