import { AuthClient, type SupportedStorage } from '@supabase/auth-js';
import type { AuthService } from './auth-service';
import { readClaims } from '../session/claims';
import { readStoredSession, type StoredSession } from '../session/stored-session';

/**
 * Creates the client of the authentication service. A sign-in with it ends the session that this browser had before:
 * it would stay valid, and in the list of devices.
 */
export function createAuthClient(url: string, apikey: string, storageKey: string): AuthService {
  /** What the browser does not save, for example because its storage is full: it lasts as long as the page. */
  const unsaved = new Map<string, string>();
  const client = new AuthClient({
    url,
    headers: { apikey },
    storageKey,
    storage: {
      getItem: (key) => unsaved.get(key) ?? window.localStorage.getItem(key),
      removeItem(key) {
        unsaved.delete(key);
        window.localStorage.removeItem(key);
      },
      // Not at an event of the client: those also report, late, what other tabs have stored.
      setItem(key, value) {
        const earlier = key === storageKey && window.localStorage.getItem(key);
        unsaved.delete(key);
        try {
          window.localStorage.setItem(key, value);
        } catch {
          unsaved.set(key, value);
        }
        if (earlier) endReplaced(client, parse(earlier), parse(value));
      },
    } satisfies SupportedStorage,
    flowType: 'pkce',
    persistSession: true,
    autoRefreshToken: true,
    // The callback and reset screens read their links themselves, and remove them from the address.
    detectSessionInUrl: false,
    experimental: { passkey: true },
  });
  return client;
}

/** Ends a session at the service if the next one is another. A renewed token belongs to the same session. */
function endReplaced({ admin }: AuthService, earlier: StoredSession, next: StoredSession): void {
  if (!('session' in earlier) || !('session' in next)) return;
  const earlierId = readClaims(earlier.session).session_id;
  if (earlierId === undefined || earlierId === readClaims(next.session).session_id) return;
  // The sign-in has succeeded, whatever becomes of this request.
  void admin.signOut(earlier.session.access_token, 'local');
}

function parse(text: string): StoredSession {
  return readStoredSession(text, Date.now() / 1000);
}
