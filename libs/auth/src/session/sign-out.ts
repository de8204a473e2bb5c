import type { AuthResult } from '../auth-failure';
import { forgetPersonal } from './personal-storage';
import type { Session } from './session';

/** The two steps of signing out: revoke the session, then remove the user's data from this device. */
export interface SignOut {
  start(session: Session): void;
  complete(): Promise<AuthResult>;
}

/** @param revoke revokes a session on the server */
export function createSignOut(revoke: (accessToken: string) => Promise<AuthResult>): SignOut {
  let pending: { session: Session; revocation: Promise<AuthResult> } | undefined;
  return {
    start(session) {
      pending = { session, revocation: revoke(session.access_token) };
    },
    async complete() {
      if (!pending) return { ok: true, data: undefined };
      const { session, revocation } = pending;
      forgetPersonal(session.user.id);
      let result = await revocation;
      if (!result.ok) result = await revoke(session.access_token);
      if (result.ok) pending = undefined;
      return result;
    },
  };
}
