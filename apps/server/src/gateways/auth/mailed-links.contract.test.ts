import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  browser,
  newEmail,
  open,
  pressButton,
  signUp,
  tokenIn,
  verifierOf,
} from '../../testing/auth-client.ts';
import { startTestServer, type TestServer } from '../../testing/index.ts';
import { scratchSchema } from '../../testing/scratch-schema.ts';

const codeIn = (url: URL) => url.searchParams.get('code') ?? '';

describe('auth', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ ...scratchSchema });
  });
  afterAll(() => server.stop());

  test('API-02 sign-up mails a link to the callback, whose button yields a session in the browser that signed up', async () => {
    const client = browser(server);
    const email = newEmail();
    const { data, error } = await signUp(server, email, client);
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user?.email).toBe(email);

    const link = server.lastMailLink(email);
    // Nothing is spent by opening it, at whatever address.
    const landing = await open(link);
    expect(landing.href).toBe(link);
    expect(landing.origin + landing.pathname).toBe(`${server.url}/auth/callback`);
    const session = await (
      await pressButton(server, link, { code_verifier: verifierOf(client) })
    ).json();
    expect(session).toMatchObject({ token_type: 'bearer', user: { email } });
    await server.signIn(email, 'secret-1');
  });

  test('API-05 a code works once, within its own browser only', async () => {
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

  test('a code with the wrong verifier is refused and used up', async () => {
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
    // Whoever was signed in with the old password no longer is; this browser still is.
    expect((await client.auth.refreshSession()).error).toBeNull();
    const old = await server.call('/auth/v1/token?grant_type=refresh_token', {
      method: 'POST',
      body: JSON.stringify({ refresh_token: elsewhere.refreshToken }),
    });
    expect(await old.json()).toMatchObject({ error_code: 'refresh_token_not_found' });
  });

  test('API-03 a reset for an unknown address answers the same and mails nothing', async () => {
    const before = server.mails().length;
    const { error } = await browser(server).auth.resetPasswordForEmail(newEmail());
    expect(error).toBeNull();
    expect(server.mails()).toHaveLength(before);
  });

  test('without PKCE the session comes in the fragment', async () => {
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
    'a link that was never sent leads nowhere else: verify%s',
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

  test('signing up with the address of an account answers as for a new one, and a mail says that there is an account', async () => {
    const { email } = await server.createUser(newEmail());
    const known = await server.call('/auth/v1/signup', {
      method: 'POST',
      body: JSON.stringify({ email, password: 'secret-1' }),
    });
    const unknown = await server.call('/auth/v1/signup', {
      method: 'POST',
      body: JSON.stringify({ email: newEmail(), password: 'secret-1' }),
    });
    expect(known.status).toBe(unknown.status);
    const fields = async (response: Response) => Object.keys((await response.json()) as object);
    expect(await fields(known)).toEqual(await fields(unknown));
    const { data, error } = await signUp(server, email);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect(data.user?.identities).toEqual([]);
    const mails = server.mails().filter(({ to }) => to === email);
    expect(mails).toHaveLength(2);
    for (const { link, subject, text } of mails) {
      expect(subject).toBe('You already have an account for Second Homie');
      expect(link).toBe(`${server.url}/auth/sign-in`);
      expect(text).toContain("choose 'Reset Password' there");
    }
    await server.signIn(email, 'Passw0rd!');
  });

  test('a stranger who signs up with an address gets no account when its owner confirms', async () => {
    const email = newEmail();
    const stranger = browser(server);
    await signUp(server, email, stranger, 'strangers-password');
    const link = server.lastMailLink(email);
    const owner = browser(server);
    // The owner signs up as well: the password of the first sign-up is not replaced, nor is it confirmed.
    await signUp(server, email, owner, 'owners-password');
    expect(server.lastMailLink(email)).toBe(link);
    for (const by of [
      {},
      { code_verifier: verifierOf(owner) },
      { code_verifier: verifierOf(browser(server)) },
    ]) {
      const refused = await pressButton(server, link, by);
      expect(refused.status).toBe(422);
      expect(await refused.json()).toMatchObject({ error_code: 'password_required' });
    }
    const weak = await pressButton(server, link, { password: '12345' });
    expect(await weak.json()).toMatchObject({ error_code: 'weak_password' });
    for (const password of ['strangers-password', 'owners-password'])
      await expect(server.signIn(email, password)).rejects.toThrow(/email_not_confirmed|invalid/);

    const confirmed = await pressButton(server, link, { password: 'chosen-password' });
    expect(await confirmed.json()).toMatchObject({ user: { email } });
    await server.signIn(email, 'chosen-password');
    for (const password of ['strangers-password', 'owners-password'])
      await expect(server.signIn(email, password)).rejects.toThrow(/invalid_credentials/);
    // Once confirmed, the mail changes no password.
    for (const by of [{ code_verifier: verifierOf(stranger) }, { password: 'another-password' }])
      expect((await pressButton(server, link, by)).status).toBe(403);
    await server.signIn(email, 'chosen-password');
  });

  test('in the browser that signed up, the mail confirms the password of that sign-up, whoever signed up meanwhile', async () => {
    const email = newEmail();
    const own = browser(server);
    await signUp(server, email, own, 'first-password');
    await signUp(server, email, browser(server), 'second-password');
    const link = server.lastMailLink(email);
    expect((await pressButton(server, link, { code_verifier: verifierOf(own) })).status).toBe(200);
    await server.signIn(email, 'first-password');
  });

  test('signing up again leaves an account its role and its access', async () => {
    const email = newEmail();
    await signUp(server, email);
    const find = async () => {
      const answer = await server.call('/auth/v1/admin/users?per_page=1000', { as: 'service' });
      const { users } = (await answer.json()) as { users: { id: string; email: string }[] };
      return users.filter((user) => user.email === email).map(({ id }) => id);
    };
    const before = await find();
    expect(before).toHaveLength(1);
    await signUp(server, email);
    expect(await find()).toEqual(before);
  });

  test('mail scanners change nothing: opening a link leaves its token unspent', async () => {
    const { email } = await server.createUser(newEmail());
    await browser(server).auth.resetPasswordForEmail(email);
    const scanned = browser(server);
    await signUp(server, 'scanned@example.test', scanned);
    for (const link of [server.lastMailLink(email), server.lastMailLink('scanned@example.test')]) {
      expect(link).not.toContain('/auth/v1/');
      for (const method of ['HEAD', 'GET']) await fetch(link, { method });
      expect((await pressButton(server, link, { code_verifier: verifierOf(scanned) })).status).toBe(
        200,
      );
      expect((await pressButton(server, link, { code_verifier: verifierOf(scanned) })).status).toBe(
        403,
      );
    }
  });

  test('a second request for a new password leaves the link of the first mail working, and both are spent together', async () => {
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

  test('the confirmation mail can be sent again', async () => {
    const client = browser(server);
    const email = newEmail();
    await signUp(server, email, client);
    const first = server.lastMailLink(email);
    const proof = { code_verifier: verifierOf(client) };
    const { error } = await client.auth.resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: `${server.url}/auth/callback` },
    });
    expect(error).toBeNull();
    expect(server.mails().filter(({ to }) => to === email)).toHaveLength(2);
    expect((await pressButton(server, first, proof)).status).toBe(200);
    await server.signIn(email, 'secret-1');
  });
});
