import { createHash } from 'node:crypto';
import { PASSWORD_MAX_BYTES } from '@homie/contracts/requests';
import { authError } from './auth-error.ts';

/** The rules of an environment for new passwords. */
export interface PasswordRules {
  /** In characters. */
  minLength: number;
  /**
   * Address of a service with the interface of Pwned Passwords, without the five hexadecimal digits that each request
   * adds; passwords are not compared without it.
   */
  breaches?: URL;
}

/** Refuses a new password; undefined if it is valid. */
export type RefuseNewPassword = (password: string) => Promise<Response | undefined>;

/** How long a new password waits for the service, in milliseconds. */
const TIMEOUT_MS = 3_000;

/** Returns whether a password is longer than bcrypt's input: bcrypt ignores everything after the 72nd byte. */
export function exceedsBcrypt(password: string): boolean {
  return new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES;
}

/**
 * Creates the check of new passwords. Only the first five digits of a password's hash leave the server, and they fit
 * many passwords. A service that does not respond refuses nothing: it must not lock anyone out.
 * @param log receives a line if the service did not respond
 * @see https://haveibeenpwned.com/API/v3#PwnedPasswords
 */
export function checkNewPasswords(
  { minLength, breaches }: PasswordRules,
  log: (line: string) => void,
): RefuseNewPassword {
  async function isKnown(password: string, service: URL): Promise<boolean> {
    const digits = createHash('sha1').update(password).digest('hex').toUpperCase();
    const response = await fetch(`${service}${digits.slice(0, 5)}`, {
      headers: { 'Add-Padding': 'true' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    const lines = (await response.text()).split(/\r?\n/);
    // Lines with the count 0 are padding.
    return lines.some((line) => line.startsWith(`${digits.slice(5)}:`) && !line.endsWith(':0'));
  }

  return async (password) => {
    if (password.length < minLength)
      return weakPassword('length', `Password must be at least ${minLength} characters long.`);
    if (exceedsBcrypt(password))
      return authError(
        400,
        'validation_failed',
        `Password must be at most ${PASSWORD_MAX_BYTES} bytes long.`,
      );
    if (!breaches) return undefined;
    try {
      if (await isKnown(password, breaches))
        return weakPassword(
          'pwned',
          'This password is in a list of stolen passwords. Please choose another one.',
        );
    } catch (error) {
      log(`passwords not compared with stolen ones: ${String(error)}`);
    }
    return undefined;
  };
}

function weakPassword(reason: 'length' | 'pwned', message: string): Response {
  return authError(422, 'weak_password', message, {
    body: { weak_password: { reasons: [reason] } },
  });
}
