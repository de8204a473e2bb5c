import type { StoredSession } from '@homie/contracts';

/** The signed-in user's session, exactly as the authentication service returns it. Times are in seconds. */
export type Session = StoredSession;

/** The known state of the session. */
export interface SessionState {
  /** `loading` until the first lookup or the first event of the service. */
  status: 'loading' | 'finished';
  session: Session | null;
  /** The reason for the end of this page's last session; absent while signed in and for a visitor without a session. */
  ended?: SessionEnd;
}

/**
 * `signed-out`: by the user on this page; `signed-out-in-another-tab`: by the user in this browser. `lost`: it expired or
 * was revoked.
 */
export interface SessionEnd {
  reason: 'signed-out' | 'signed-out-in-another-tab' | 'lost';
  userId?: string | undefined;
}

/** The state before the first lookup. */
export const INITIAL_SESSION_STATE: SessionState = { status: 'loading', session: null };
