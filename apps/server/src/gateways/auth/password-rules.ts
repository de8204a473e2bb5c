import { PASSWORD_MIN_LENGTH } from '@homie/contracts';
import { PASSWORD_MAX_BYTES } from '@homie/contracts/requests';
import { authError } from './auth-error.ts';

/** Returns whether a password is longer than bcrypt's input: bcrypt ignores everything after the 72nd byte. */
export function exceedsBcrypt(password: string): boolean {
  return new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES;
}

/** Refuses a new password that is too short or too long; undefined if it is valid. */
export function refuseNewPassword(password: string): Response | undefined {
  if (password.length < PASSWORD_MIN_LENGTH)
    return weakPassword(`Password must be at least ${PASSWORD_MIN_LENGTH} characters long.`);
  if (exceedsBcrypt(password))
    return weakPassword(`Password must be at most ${PASSWORD_MAX_BYTES} bytes long.`);
  return undefined;
}

function weakPassword(message: string): Response {
  return authError(422, 'weak_password', message, {
    body: { weak_password: { reasons: ['length'] } },
  });
}
