import type { AuthClient } from '@supabase/auth-js';

/** A connected client of the authentication service. */
export type AuthService = InstanceType<typeof AuthClient>;

/** Where the authentication service is and how this browser keeps what it gives. */
export interface AuthServiceOptions {
  /** Where Supabase answers, without a path; '' is the page's own origin. */
  supabaseUrl: string;
  publishableKey: string;
}

/** The key in local storage: fixed, so that every tab and every release finds the same session. */
export const STORAGE_KEY = 'sb-homie-auth-token';

/**
 * Loads the client of the authentication service. Its code arrives apart from the first load: a
 * visitor reads the page, and a kept session is used, without waiting for it.
 */
export async function connectAuthService({
  supabaseUrl,
  publishableKey,
}: AuthServiceOptions): Promise<AuthService> {
  const { AuthClient } = await import('@supabase/auth-js');
  return new AuthClient({
    url: `${supabaseUrl || window.location.origin}/auth/v1`,
    headers: { apikey: publishableKey },
    storageKey: STORAGE_KEY,
    flowType: 'pkce',
    persistSession: true,
    autoRefreshToken: true,
    // The callback and reset screens read their links themselves, and take them out of the address.
    detectSessionInUrl: false,
  });
}
