import type { StoredSession } from '@homie/contracts';

/** The signed-in person's session, exactly as the authentication service gives it. Times are in seconds. */
export type Session = StoredSession;

/** What is known of the session. */
export interface SessionState {
  /** `loading` until the first lookup or the first event of the service has answered. */
  status: 'loading' | 'finished';
  session: Session | null;
}

/** Before the first lookup. */
export const INITIAL_SESSION_STATE: SessionState = { status: 'loading', session: null };
