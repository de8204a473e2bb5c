import { createClient } from '@supabase/supabase-js';
import { expect } from 'vitest';
import { setUpProcess } from '../cli/set-up-process.ts';
import type { TestServer } from './start-test-server.ts';

setUpProcess();

let number = 0;
/** Returns an unused address. */
export const newEmail = () => `person-${++number}@example.test`;

/** The storage of each browser, with the proof that it started a flow. */
const storages = new WeakMap<object, ReadonlyMap<string, string>>();

/** Creates a browser's client: its own storage, PKCE. */
export function browser(server: TestServer, flowType: 'pkce' | 'implicit' = 'pkce') {
  const stored = new Map<string, string>();
  const client = createClient(server.url, server.publishableKey, {
    auth: {
      flowType,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
    },
  });
  storages.set(client, stored);
  return client;
}

/** Signs up as the page does: the mailed link opens the callback. */
export function signUp(
  server: TestServer,
  email: string,
  client = browser(server),
  password = 'secret-1',
) {
  const options = { emailRedirectTo: `${server.url}/auth/callback` };
  return client.auth.signUp({ email, password, options });
}

/** Returns the link of a mail as the request body of the page's button. */
export function tokenIn(link: string): { token_hash: string; type: string } {
  const { searchParams } = new URL(link);
  return {
    token_hash: searchParams.get('token_hash') ?? '',
    type: searchParams.get('type') ?? '',
  };
}

/** Returns the code verifier of the last flow that a browser's client started. */
export function getCodeVerifier(client: ReturnType<typeof browser>): string {
  const [, stored = '""'] =
    [...(storages.get(client) ?? [])].find(([key]) => key.endsWith('-code-verifier')) ?? [];
  return JSON.parse(stored) as string;
}

/**
 * Presses the button on the page that a mailed link opens.
 * @param by the code verifier of the browser that signed up, or the new password from another one
 */
export function pressButton(
  server: TestServer,
  link: string,
  by: { code_verifier?: string; password?: string } = {},
): Promise<Response> {
  const body = JSON.stringify({ ...tokenIn(link), ...by });
  return server.call('/auth/v1/verify', { method: 'POST', body });
}

/** Consumes a mailed token at the service itself, without following the redirect. */
export async function open(link: string): Promise<URL> {
  const { token_hash: token, type } = tokenIn(link);
  const verify = new URL(`/auth/v1/verify?${new URLSearchParams({ token, type })}`, link);
  const response = await fetch(verify, { redirect: 'manual' });
  expect(response.status).toBe(303);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  return new URL(response.headers.get('location') ?? '');
}
