import type { StoredSession } from '@homie/contracts';

/** The signed-in person's session, exactly as the authentication service gives it. Times are in seconds. */
export type Session = StoredSession;

/** What is known of the session. */
export interface SessionState {
  /** `loading` until the first lookup or the first event of the service has answered. */
  status: 'loading' | 'finished';
  session: Session | null;
  /** The end of the last session of this page; absent while signed in and for a visitor without one. */
  ended?: SessionEnd;
}

/** `signed-out`: by the user on this page. `lost`: it expired, was revoked, or another tab signed out. */
export interface SessionEnd {
  reason: 'signed-out' | 'lost';
  userId?: string | undefined;
}

/** Before the first lookup. */
export const INITIAL_SESSION_STATE: SessionState = { status: 'loading', session: null };
