import { vi } from 'vitest';
import { STORAGE_KEY, type AuthService } from '../adapters/auth-service';
import type { Session } from '../session/session';

export const options = { supabaseUrl: '', publishableKey: 'sb_publishable_test' };

/** Creates a session that expires in `secondsLeft` seconds. */
export function session(secondsLeft: number): Session {
  return {
    access_token: `token for ${secondsLeft} s`,
    refresh_token: 'refresh',
    expires_at: Math.floor(Date.now() / 1000) + secondsLeft,
    expires_in: 3600,
    token_type: 'bearer',
    user: { id: 'u1', email: 'ada@test.example' },
  };
}

/** Stores a session in this browser. */
export function storeSession(value: Session) {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(value));
}

/** Connects to a stub of the service's client that only has these methods. */
export function connecting(client: object) {
  const stub = { onAuthStateChange: () => undefined, ...client };
  return vi.fn<() => Promise<AuthService>>(async () => stub as unknown as AuthService);
}
