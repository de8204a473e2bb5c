import type { AuthClient } from '@supabase/auth-js';

/** A connected client of the authentication service. */
export type AuthService = InstanceType<typeof AuthClient>;

/** The address of the authentication service and its publishable key. */
export interface AuthServiceOptions {
  /** The origin of Supabase, without a path; '' is the page's own origin. */
  supabaseUrl: string;
  publishableKey: string;
}

/** The key in local storage: fixed, so that every tab and every release finds the same session. */
export const STORAGE_KEY = 'sb-homie-auth-token';

/**
 * Loads the client of the authentication service. Its code is not in the first load: a visitor can read the page, and a
 * stored session is used, without waiting for it.
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
    // The callback and reset screens read their links themselves, and remove them from the address.
    detectSessionInUrl: false,
    experimental: { passkey: true },
  });
}
