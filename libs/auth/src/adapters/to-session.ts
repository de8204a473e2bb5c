import type { Session as ServiceSession } from '@supabase/auth-js';
import type { Session } from '../session/session';

/** Converts the service's session to ours. Its expiry is always set: the service omits it in some responses. */
export function toSession(given: ServiceSession | null, nowSeconds: number): Session | null {
  if (!given) return null;
  const { access_token, refresh_token, expires_in, token_type, user } = given;
  const expires_at = given.expires_at ?? Math.floor(nowSeconds) + expires_in;
  return { access_token, refresh_token, expires_at, expires_in, token_type, user: { ...user } };
}
