// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAuth } from './create-auth';

interface Sent {
  method: string | undefined;
  path: string;
  body: unknown;
}

const sent: Sent[] = [];
const origin = window.location.origin;
const options = { supabaseUrl: 'https://homie.example', publishableKey: 'sb_publishable_test' };
// One instance, as a page has.
const auth = createAuth(options);
const email = 'ada@test.example';
const password = 'a-good-password';

/** A session, and the user's fields next to it as sign-up returns them. */
const answer = {
  access_token: `x.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.x`,
  refresh_token: 'refresh',
  expires_in: 3600,
  token_type: 'bearer',
  id: 'u1',
  email,
  user: { id: 'u1', email },
};

beforeEach(() => {
  sent.length = 0;
  localStorage.clear();
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    const { pathname, search } = new URL(url);
    const text = typeof body === 'string' ? body : 'null';
    sent.push({ method, path: pathname + search, body: JSON.parse(text) as unknown });
    return Response.json(answer);
  });
});
afterEach(() => void vi.unstubAllGlobals());

const captcha = { gotrue_meta_security: {} };
const pkce = {
  code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
  code_challenge_method: 's256',
};

describe('requests to the authentication service send nothing but', () => {
  test('API-01 email and password on sign-in', async () => {
    await auth.signInWithPassword({ email, password });
    expect(sent).toEqual([
      {
        method: 'POST',
        path: '/auth/v1/token?grant_type=password',
        body: { email, password, ...captcha },
      },
    ]);
  });

  test('API-02 API-04 email, password and the redirect on sign-up, no metadata', async () => {
    await auth.signUp({ email, password });
    const redirect = encodeURIComponent(`${origin}/auth/callback`);
    expect(sent).toEqual([
      {
        method: 'POST',
        path: `/auth/v1/signup?redirect_to=${redirect}`,
        body: { email, password, data: {}, ...captcha, ...pkce },
      },
    ]);
  });

  test('API-03 the email and the redirect on a reset request', async () => {
    await auth.requestPasswordReset(email);
    const redirect = encodeURIComponent(`${origin}/auth/reset-password`);
    expect(sent).toEqual([
      {
        method: 'POST',
        path: `/auth/v1/recover?redirect_to=${redirect}`,
        body: { email, ...captcha, ...pkce },
      },
    ]);
  });

  test('API-04 the password on a password update', async () => {
    await auth.signInWithPassword({ email, password });
    await auth.updatePassword('another-password');
    expect(sent.at(-1)).toEqual({
      method: 'PUT',
      path: '/auth/v1/user',
      body: { password: 'another-password', code_challenge: null, code_challenge_method: null },
    });
  });
});
