import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  browser,
  newEmail,
  open,
  pressButton,
  signUp,
  tokenIn,
  getCodeVerifier,
} from '../../testing/auth-client.ts';
import { startTestServer, type TestServer } from '../../testing/index.ts';
import { scratchSchema } from '../../testing/scratch-schema.ts';

const codeIn = (url: URL) => url.searchParams.get('code') ?? '';

describe('links in mails', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ ...scratchSchema });
  });
  afterAll(() => server.stop());

  test('API-05 a code works once, in its own browser only', async () => {
    const client = browser(server);
    const { email } = await server.createUser(newEmail());
    await client.auth.resetPasswordForEmail(email);
    const code = codeIn(await open(server.lastMailLink(email)));
    const withoutVerifier = await browser(server).auth.exchangeCodeForSession(code);
    expect(withoutVerifier.error).not.toBeNull();
    const wrong = await server.call('/auth/v1/token?grant_type=pkce', {
      method: 'POST',
      body: JSON.stringify({ auth_code: 'nothing', code_verifier: 'nothing' }),
    });
    expect(wrong.status).toBe(404);
    const exchanged = await client.auth.exchangeCodeForSession(code);
    expect(exchanged.error).toBeNull();
    expect(exchanged.data.session?.user.email).toBe(email);
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    const again = await server.call('/auth/v1/token?grant_type=pkce', {
      method: 'POST',
      body: JSON.stringify({ auth_code: code, code_verifier: 'anything' }),
    });
    expect(await again.json()).toMatchObject({ error_code: 'flow_state_not_found' });
  });

  test('a code with the wrong verifier is refused and invalidated', async () => {
    const { email } = await server.createUser(newEmail());
    await browser(server).auth.resetPasswordForEmail(email);
    const code = codeIn(await open(server.lastMailLink(email)));
    const attempt = () =>
      server.call('/auth/v1/token?grant_type=pkce', {
        method: 'POST',
        body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(64) }),
      });
    expect(await (await attempt()).json()).toMatchObject({ error_code: 'bad_code_verifier' });
    expect((await attempt()).status).toBe(404);
  });

  test('API-03 API-04 a reset mail leads to the reset page, where a new password is set', async () => {
    const { email, password } = await server.createUser(newEmail());
    const elsewhere = await server.signIn(email, password);
    const client = browser(server);
    const events: string[] = [];
    client.auth.onAuthStateChange((event) => void events.push(event));
    const asked = await client.auth.resetPasswordForEmail(email, {
      redirectTo: `${server.url}/auth/reset-password`,
    });
    expect(asked.error).toBeNull();
    const landing = await open(server.lastMailLink(email));
    expect(landing.pathname).toBe('/auth/reset-password');
    const exchanged = await client.auth.exchangeCodeForSession(codeIn(landing));
    expect(exchanged.error).toBeNull();
    expect(events).toContain('PASSWORD_RECOVERY');

    expect((await client.auth.updateUser({ password: 'another-1' })).error).toBeNull();
    await expect(server.signIn(email, password)).rejects.toThrow(/invalid_credentials/);
    expect((await server.signIn(email, 'another-1')).userId).toBe(elsewhere.userId);
    // Sessions with the old password have ended, except that of this browser.
    expect((await client.auth.refreshSession()).error).toBeNull();
    const old = await server.call('/auth/v1/token?grant_type=refresh_token', {
      method: 'POST',
      body: JSON.stringify({ refresh_token: elsewhere.refreshToken }),
    });
    expect(await old.json()).toMatchObject({ error_code: 'refresh_token_not_found' });
  });

  test('API-03 a reset for an unknown address returns the same response and sends no mail', async () => {
    const before = server.mails().length;
    const { error } = await browser(server).auth.resetPasswordForEmail(newEmail());
    expect(error).toBeNull();
    expect(server.mails()).toHaveLength(before);
  });

  test('without PKCE the session is in the fragment', async () => {
    const { email } = await server.createUser(newEmail());
    await browser(server, 'implicit').auth.resetPasswordForEmail(email);
    const landing = await open(server.lastMailLink(email));
    expect(landing.search).toBe('');
    const fragment = new URLSearchParams(landing.hash.slice(1));
    expect(fragment.get('type')).toBe('recovery');
    expect(fragment.get('access_token')).not.toBeNull();
    expect(fragment.get('refresh_token')).not.toBeNull();
  });

  test('a token hash with its type is accepted too', async () => {
    const { email } = await server.createUser(newEmail());
    const client = browser(server);
    await client.auth.resetPasswordForEmail(email);
    const { token_hash } = tokenIn(server.lastMailLink(email));
    const { data, error } = await client.auth.verifyOtp({ token_hash, type: 'recovery' });
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(email);
  });

  test('a used link leads to the callback with error parameters', async () => {
    const { email } = await server.createUser(newEmail());
    const redirectTo = `${server.url}/auth/callback`;
    await browser(server).auth.resetPasswordForEmail(email, { redirectTo });
    const link = server.lastMailLink(email);
    await open(link);
    const landing = await open(link);
    expect(landing.pathname).toBe('/auth/callback');
    expect(landing.searchParams.get('error_code')).toBe('otp_expired');
    expect(landing.searchParams.get('error')).toBe('access_denied');
    expect(landing.searchParams.get('code')).toBeNull();
  });

  test.each(['?token=nonsense&type=signup', '?token=nonsense&type=magiclink', '', '?token=%00'])(
    'an unknown link redirects only to the callback: verify%s',
    async (query) => {
      const response = await fetch(`${server.url}/auth/v1/verify${query}`, { redirect: 'manual' });
      if (response.status === 400) return;
      const landing = new URL(response.headers.get('location') ?? '');
      expect(landing.origin + landing.pathname).toBe(`${server.url}/auth/callback`);
      expect(landing.searchParams.get('error_code')).toBe('otp_expired');
    },
  );

  test.each([
    'https://evil.example/auth/callback',
    'http://localhost:1/auth/callback',
    'http://127.0.0.1:9/auth/callback',
    'http://user@127.0.0.1/auth/callback',
    'javascript:alert(1)',
    '//evil.example',
    '/auth/callback',
  ])('a redirect outside the exact list falls back to the site: %s', async (redirectTo) => {
    const email = newEmail();
    await browser(server).auth.signUp({
      email,
      password: 'secret-1',
      options: { emailRedirectTo: redirectTo },
    });
    const confirmation = new URL(server.lastMailLink(email));
    expect(confirmation.origin + confirmation.pathname).toBe(`${server.url}/auth/callback`);
    const known = await server.createUser(newEmail());
    await browser(server).auth.resetPasswordForEmail(known.email, { redirectTo });
    const link = new URL(server.lastMailLink(known.email));
    const landing = await open(link.href);
    expect(landing.origin).toBe(server.url);
    expect(landing.pathname).toBe('/');
  });

  test('a page outside the landing pages falls back to the site', async () => {
    const { email } = await server.createUser(newEmail());
    await browser(server).auth.resetPasswordForEmail(email, { redirectTo: `${server.url}/admin` });
    expect((await open(server.lastMailLink(email))).pathname).toBe('/');
  });

  test('mail scanners change nothing: opening a link does not consume its token', async () => {
    const { email } = await server.createUser(newEmail());
    await browser(server).auth.resetPasswordForEmail(email);
    const scanned = browser(server);
    await signUp(server, 'scanned@example.test', scanned);
    for (const link of [server.lastMailLink(email), server.lastMailLink('scanned@example.test')]) {
      expect(link).not.toContain('/auth/v1/');
      for (const method of ['HEAD', 'GET']) await fetch(link, { method });
      expect(
        (await pressButton(server, link, { code_verifier: getCodeVerifier(scanned) })).status,
      ).toBe(200);
      expect(
        (await pressButton(server, link, { code_verifier: getCodeVerifier(scanned) })).status,
      ).toBe(403);
    }
  });

  test('a second request for a new password leaves the link of the first mail working, and both are consumed together', async () => {
    const { email } = await server.createUser(newEmail());
    await browser(server).auth.resetPasswordForEmail(email);
    const first = server.lastMailLink(email);
    await browser(server).auth.resetPasswordForEmail(email);
    expect(server.mails().filter(({ to }) => to === email)).toHaveLength(2);
    expect((await pressButton(server, first)).status).toBe(200);
    expect((await pressButton(server, server.lastMailLink(email))).status).toBe(403);
    await browser(server).auth.resetPasswordForEmail(email);
    expect(server.lastMailLink(email)).not.toBe(first);
  });
});
