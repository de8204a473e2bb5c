import { sessionSchema } from '@homie/contracts';
import type { Session } from './session';

/** A token counts as expired this long before its expiry, so that it outlives the call it is sent with. */
const MARGIN_SECONDS = 30;

/** A token is renewed this long before its expiry: enough time for a second attempt. */
const RENEWAL_SECONDS = 90;

/** The content of local storage: a session, none, or one that only the service can renew or validate. */
export type StoredSession =
  { kind: 'none' } | { kind: 'fresh' | 'expired'; session: Session } | { kind: 'unclear' };

/**
 * Parses and validates the text stored in local storage.
 * @param nowSeconds the time in seconds since 1970
 */
export function readStoredSession(text: string | null, nowSeconds: number): StoredSession {
  if (text === null) return { kind: 'none' };
  const session = parse(text);
  if (!session) return { kind: 'unclear' };
  return { kind: isFresh(session, nowSeconds) ? 'fresh' : 'expired', session };
}

/** Returns whether the session's token can still be sent. */
export function isFresh(session: Session, nowSeconds: number): boolean {
  return session.expires_at - nowSeconds > MARGIN_SECONDS;
}

/** Returns the time in milliseconds until the session's token has to be renewed. */
export function millisecondsToRenewal(session: Session, nowSeconds: number): number {
  const seconds = session.expires_at - nowSeconds - RENEWAL_SECONDS;
  return Math.max(0, seconds * 1000);
}

function parse(text: string): Session | null {
  try {
    return sessionSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
