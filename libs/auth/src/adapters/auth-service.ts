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
  const { createAuthClient } = await import('./auth-client');
  const url = `${supabaseUrl || window.location.origin}/auth/v1`;
  return createAuthClient(url, publishableKey, STORAGE_KEY);
}
