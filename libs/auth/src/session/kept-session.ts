import { sessionSchema } from '@homie/contracts';
import type { Session } from './session';

/** How long before its end a token counts as ended, so that it outlives the call it is sent with. */
const MARGIN_SECONDS = 30;

/** How long before its end a token is renewed: with time for a second try. */
const RENEWAL_SECONDS = 90;

/** What local storage holds: a session, none, or one that only the service can judge. */
export type KeptSession =
  { kind: 'none' } | { kind: 'fresh'; session: Session } | { kind: 'unclear' };

/**
 * Judges the text that was kept in local storage.
 * @param nowSeconds the time in seconds since 1970
 */
export function readKeptSession(text: string | null, nowSeconds: number): KeptSession {
  if (text === null) return { kind: 'none' };
  const session = parse(text);
  return session && isFresh(session, nowSeconds) ? { kind: 'fresh', session } : { kind: 'unclear' };
}

/** Whether the session's token can still be sent. */
export function isFresh(session: Session, nowSeconds: number): boolean {
  return session.expires_at - nowSeconds > MARGIN_SECONDS;
}

/** How long the session can be left alone before its token has to be renewed. */
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
