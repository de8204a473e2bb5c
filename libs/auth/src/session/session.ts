import type { StoredSession } from '@homie/contracts';

/** The signed-in person's session, exactly as the authentication service gives it. Times are in seconds. */
export type Session = StoredSession;

export interface SessionState {
  /** `loading` until the first lookup or the first event of the service has answered. */
  status: 'loading' | 'finished';
  session: Session | null;
}

export const INITIAL_SESSION_STATE: SessionState = { status: 'loading', session: null };
