import type { Session, SessionState } from './session';

/** What the authentication service reports of a session. */
export type AuthEvent =
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'PASSWORD_RECOVERY'
  | 'USER_UPDATED'
  | 'MFA_CHALLENGE_VERIFIED';

/** The state after the first lookup of a kept session, whether there was one or not. */
export function lookedUp(session: Session | null): SessionState {
  return { status: 'finished', session };
}

/**
 * The state after an event. Every event carries the session as it is now, so all lead to it alike;
 * a sign-out ends it whatever the event carries.
 */
export function followed(
  state: SessionState,
  event: AuthEvent,
  session: Session | null,
): SessionState {
  const next = event === 'SIGNED_OUT' ? null : session;
  const unchanged =
    state.status === 'finished' && state.session?.access_token === next?.access_token;
  // A focused tab is told again of a session that it has: screens need not be drawn anew for that.
  if (unchanged && event !== 'USER_UPDATED') return state;
  if (event !== 'SIGNED_OUT') return { status: 'finished', session: next };
  return { ...signedOut(state), ended: { reason: 'lost', userId: state.session?.user.id } };
}

/** The state after the user signed out on this page. */
export function signedOut({ session }: SessionState): SessionState {
  return {
    status: 'finished',
    session: null,
    ended: { reason: 'signed-out', userId: session?.user.id },
  };
}
