import type { Session, SessionEnd, SessionState } from './session';

/** The events that the authentication service reports about a session. */
export type AuthEvent =
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'PASSWORD_RECOVERY'
  | 'USER_UPDATED'
  | 'MFA_CHALLENGE_VERIFIED';

/** Returns the state after the first lookup of a stored session, whether there was one or not. */
export function restoreSession(session: Session | null): SessionState {
  return { status: 'finished', session };
}

/**
 * Returns the state after an event. Every event carries the current session, so all are handled alike; a sign-out ends
 * it whatever the event carries.
 */
export function applyAuthEvent(
  state: SessionState,
  event: AuthEvent,
  session: Session | null,
): SessionState {
  const next = event === 'SIGNED_OUT' ? null : session;
  const unchanged =
    state.status === 'finished' && state.session?.access_token === next?.access_token;
  // A focused tab receives an event for a session that it already has: that needs no re-render.
  if (unchanged && event !== 'USER_UPDATED') return state;
  if (event !== 'SIGNED_OUT') return { status: 'finished', session: next };
  return signedOut(state, 'lost');
}

/** Returns the state after the session ended, by default because the user signed out on this page. */
export function signedOut(
  { session }: SessionState,
  reason: SessionEnd['reason'] = 'signed-out',
): SessionState {
  return { status: 'finished', session: null, ended: { reason, userId: session?.user.id } };
}
