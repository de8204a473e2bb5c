import type { Session } from '@homie/auth';

/** Part of the history state of sign-in: the address that led there, and the user who had it open. */
export interface ReturnState {
  returnTo: string;
  userId?: string | undefined;
}

const DEFAULT_PATH = '/app';

/**
 * Returns the path to open after sign-in: the address that led there, or /app. An address of another
 * origin, of the sign-in screens, or of another user's lost session is ignored.
 */
export function readReturnPath(
  state: unknown,
  session: Session,
  { origin }: Pick<Location, 'origin'> = window.location,
): string {
  if (!isReturnState(state)) return DEFAULT_PATH;
  const { returnTo, userId } = state;
  const isOtherUser = userId !== undefined && userId !== session.user.id;
  if (isOtherUser || !returnTo.startsWith('/') || !URL.canParse(returnTo, origin))
    return DEFAULT_PATH;
  const url = new URL(returnTo, origin);
  if (url.origin !== origin || /^\/(auth(\/|$)|$)/.test(url.pathname)) return DEFAULT_PATH;
  return url.pathname + url.search + url.hash;
}

function isReturnState(state: unknown): state is ReturnState {
  return (
    typeof state === 'object' &&
    state !== null &&
    'returnTo' in state &&
    typeof state.returnTo === 'string'
  );
}
