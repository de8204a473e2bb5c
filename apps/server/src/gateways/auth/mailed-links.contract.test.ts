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

describe('links in mails', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ ...scratchSchema });
  });
  afterAll(() => server.stop());

  test.each(['pkce', 'implicit'] as const)(
    'ENDS-09 opening a link for a new password puts no session into an address, and spends nothing: %s',
    async (flow) => {
      const { email } = await server.createUser(newEmail());
      await browser(server, flow).auth.resetPasswordForEmail(email);
      const link = await server.lastMailLink(email);
      for (let times = 0; times < 2; times++) {
        const landing = await open(link);
        expect(landing.pathname).toBe('/auth/reset-password');
        expect(Object.fromEntries(landing.searchParams)).toEqual(tokenIn(link));
        expect(landing.hash).toBe('');
      }
      expect((await pressButton(server, link)).status).toBe(200);
    },
  );

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
    const confirmation = new URL(await server.lastMailLink(email));
    expect(confirmation.origin + confirmation.pathname).toBe(`${server.url}/auth/callback`);
    const known = await server.createUser(newEmail());
    await browser(server).auth.resetPasswordForEmail(known.email, { redirectTo });
    const link = new URL(await server.lastMailLink(known.email));
    expect(link.origin + link.pathname).toBe(`${server.url}/auth/reset-password`);
    expect((await open(link.href)).origin).toBe(server.url);
  });

  test('mail scanners change nothing: opening a link does not consume its token', async () => {
    const { email } = await server.createUser(newEmail());
    await browser(server).auth.resetPasswordForEmail(email);
    const scanned = browser(server);
    await signUp(server, 'scanned@example.test', scanned);
    for (const link of [
      await server.lastMailLink(email),
      await server.lastMailLink('scanned@example.test'),
    ]) {
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
    const first = await server.lastMailLink(email);
    await browser(server).auth.resetPasswordForEmail(email);
    expect((await server.mails()).filter(({ to }) => to === email)).toHaveLength(2);
    expect((await pressButton(server, first)).status).toBe(200);
    expect((await pressButton(server, await server.lastMailLink(email))).status).toBe(403);
    await browser(server).auth.resetPasswordForEmail(email);
    expect(await server.lastMailLink(email)).not.toBe(first);
  });
});
