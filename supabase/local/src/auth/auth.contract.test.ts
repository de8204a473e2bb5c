import { createClient } from '@supabase/supabase-js';
import { hash } from 'bcrypt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthFlows } from './auth-flows.ts';
import { scratchSchema } from '../testing/scratch-schema.ts';
import { startTestServer, testStorages, type TestServer } from '../testing/index.ts';
import { applySystemSchema, openDatabase } from '../database/index.ts';
import { setUpProcess } from '../process/set-up-process.ts';

setUpProcess();

let number = 0;
const newEmail = () => `person-${++number}@example.test`;

/** A browser's client: its own storage, PKCE. */
function browser(server: TestServer, flowType: 'pkce' | 'implicit' = 'pkce') {
  const stored = new Map<string, string>();
  return createClient(server.url, server.publishableKey, {
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
}

/** Opens a mailed link without following it. */
async function open(link: string): Promise<URL> {
  const response = await fetch(link, { redirect: 'manual' });
  expect(response.status).toBe(303);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  return new URL(response.headers.get('location') ?? '');
}

const codeIn = (url: URL) => url.searchParams.get('code') ?? '';

describe.each(testStorages)('auth on $name', ({ database }) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ database, ...scratchSchema });
  });
  afterAll(() => server.stop());

  const signUp = (email: string, client = browser(server), password = 'secret-1') =>
    client.auth.signUp({
      email,
      password,
      options: { emailRedirectTo: `${server.url}/auth/callback` },
    });

  test('API-02 API-05 sign-up mails a link to the callback, whose code yields a session', async () => {
    const client = browser(server);
    const email = newEmail();
    const { data, error } = await signUp(email, client);
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user?.email).toBe(email);

    const landing = await open(server.lastMailLink(email));
    expect(landing.origin + landing.pathname).toBe(`${server.url}/auth/callback`);
    expect(landing.hash).toBe('');
    const exchanged = await client.auth.exchangeCodeForSession(codeIn(landing));
    expect(exchanged.error).toBeNull();
    expect(exchanged.data.session?.user.email).toBe(email);
    expect(exchanged.data.session?.token_type).toBe('bearer');
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
  });

  test('API-05 a code works once, within its own browser only', async () => {
    const client = browser(server);
    const email = newEmail();
    await signUp(email, client);
    const code = codeIn(await open(server.lastMailLink(email)));
    const withoutVerifier = await browser(server).auth.exchangeCodeForSession(code);
    expect(withoutVerifier.error).not.toBeNull();
    const wrong = await server.call('/auth/v1/token?grant_type=pkce', {
      method: 'POST',
      body: JSON.stringify({ auth_code: 'nothing', code_verifier: 'nothing' }),
    });
    expect(wrong.status).toBe(404);
    expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull();
    const again = await server.call('/auth/v1/token?grant_type=pkce', {
      method: 'POST',
      body: JSON.stringify({ auth_code: code, code_verifier: 'anything' }),
    });
    expect(await again.json()).toMatchObject({ error_code: 'flow_state_not_found' });
  });

  test('a code with the wrong verifier is refused and used up', async () => {
    const email = newEmail();
    await signUp(email);
    const code = codeIn(await open(server.lastMailLink(email)));
    const attempt = () =>
      server.call('/auth/v1/token?grant_type=pkce', {
        method: 'POST',
        body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(64) }),
      });
    expect(await (await attempt()).json()).toMatchObject({ error_code: 'bad_code_verifier' });
    expect((await attempt()).status).toBe(404);
  });

  test('API-01 signs in with email and password, in any case of the email', async () => {
    const { email, password } = await server.createUser(newEmail());
    const { data, error } = await browser(server).auth.signInWithPassword({
      email: email.toUpperCase(),
      password,
    });
    expect(error).toBeNull();
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(data.session?.refresh_token).not.toBe('');
    expect(data.user?.last_sign_in_at).toEqual(expect.any(String));
    expect(data.user?.identities).toHaveLength(1);
  });

  test('wrong credentials answer invalid_credentials, with or without an account', async () => {
    const { email } = await server.createUser(newEmail());
    for (const attempt of [email, newEmail(), 'no-address@example']) {
      const { error } = await browser(server).auth.signInWithPassword({
        email: attempt,
        password: 'wrong-password',
      });
      expect(error).toMatchObject({
        status: 400,
        code: 'invalid_credentials',
        message: 'Invalid login credentials',
      });
    }
  });

  test('email_not_confirmed is told only to who knows the password', async () => {
    const email = newEmail();
    await signUp(email);
    const signIn = (password: string) =>
      browser(server).auth.signInWithPassword({ email, password });
    expect((await signIn('secret-1')).error?.code).toBe('email_not_confirmed');
    expect((await signIn('secret-2')).error?.code).toBe('invalid_credentials');
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
    const email = newEmail();
    await signUp(email, browser(server, 'implicit'));
    const landing = await open(server.lastMailLink(email));
    expect(landing.search).toBe('');
    const fragment = new URLSearchParams(landing.hash.slice(1));
    expect(fragment.get('type')).toBe('signup');
    expect(fragment.get('access_token')).not.toBeNull();
    expect(fragment.get('refresh_token')).not.toBeNull();
  });

  test('a token hash with its type is accepted too', async () => {
    const { email } = await server.createUser(newEmail());
    const client = browser(server);
    await client.auth.resetPasswordForEmail(email);
    const token_hash = new URL(server.lastMailLink(email)).searchParams.get('token') ?? '';
    const { data, error } = await client.auth.verifyOtp({ token_hash, type: 'recovery' });
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(email);
  });

  test('a used link leads to the callback with error parameters', async () => {
    const email = newEmail();
    await signUp(email);
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
    const link = new URL(server.lastMailLink(email));
    // Changing the address in the link changes nothing either.
    link.searchParams.set('redirect_to', redirectTo);
    const landing = await open(link.href);
    expect(landing.origin).toBe(server.url);
    expect(landing.pathname).toBe('/');
  });

  test('a page outside the landing pages falls back to the site', async () => {
    const email = newEmail();
    await browser(server).auth.signUp({
      email,
      password: 'secret-1',
      options: { emailRedirectTo: `${server.url}/admin` },
    });
    expect((await open(server.lastMailLink(email))).pathname).toBe('/');
  });

  test('signing up for a taken address tells nothing and mails nobody', async () => {
    const { email } = await server.createUser(newEmail());
    const before = server.mails().length;
    const { data, error } = await signUp(email);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect(data.user?.identities).toEqual([]);
    expect(server.mails()).toHaveLength(before);
    await server.signIn(email, 'Passw0rd!');
  });

  test('signing up again before confirming sends a new link; the last password counts', async () => {
    const email = newEmail();
    await signUp(email, browser(server), 'first-password');
    const firstLink = server.lastMailLink(email);
    await signUp(email, browser(server), 'second-password');
    expect((await open(firstLink)).searchParams.get('error_code')).toBe('otp_expired');
    expect(codeIn(await open(server.lastMailLink(email)))).not.toBe('');
    await server.signIn(email, 'second-password');
  });

  test('the confirmation mail can be sent again', async () => {
    const client = browser(server);
    const email = newEmail();
    await signUp(email, client);
    const { error } = await client.auth.resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: `${server.url}/auth/callback` },
    });
    expect(error).toBeNull();
    expect(server.mails().filter(({ to }) => to === email)).toHaveLength(2);
    expect((await open(server.lastMailLink(email))).pathname).toBe('/auth/callback');
    await server.signIn(email, 'secret-1');
  });

  test.each([
    ['12345', 'Password must be at least 6 characters long.'],
    ['x'.repeat(73), 'Password must be at most 72 bytes long.'],
    ['ü'.repeat(37), 'Password must be at most 72 bytes long.'],
  ])('LIMIT-01 the password %s is refused as weak_password', async (password, message) => {
    const { error } = await signUp(newEmail(), browser(server), password);
    expect(error).toMatchObject({ status: 422, code: 'weak_password', message });
    const { email } = await server.createUser(newEmail());
    const session = await server.signIn(email, 'Passw0rd!');
    const update = await server.call('/auth/v1/user', {
      as: session,
      method: 'PUT',
      body: JSON.stringify({ password }),
    });
    expect(update.status).toBe(422);
    expect(await update.json()).toMatchObject({ error_code: 'weak_password', msg: message });
    await server.signIn(email, 'Passw0rd!');
  });

  test.each(['123456', 'x'.repeat(72), 'ü'.repeat(36), 'no digits at all'])(
    'LIMIT-01 the password %s is accepted, and nothing like it signs in',
    async (password) => {
      const email = newEmail();
      const { error } = await signUp(email, browser(server), password);
      expect(error).toBeNull();
      await open(server.lastMailLink(email));
      await server.signIn(email, password);
      await expect(server.signIn(email, `${password}!`)).rejects.toThrow(/invalid_credentials/);
    },
  );

  test('setting the same password again answers same_password', async () => {
    const { email, password } = await server.createUser(newEmail());
    const client = browser(server);
    await client.auth.signInWithPassword({ email, password });
    expect((await client.auth.updateUser({ password })).error?.code).toBe('same_password');
  });

  test('API-06 sign-out ends the session: its refresh token and its user are gone', async () => {
    const { email, password } = await server.createUser(newEmail());
    const session = await server.signIn(email, password);
    const call = (path: string, init?: RequestInit) => server.call(path, { as: session, ...init });
    expect((await call('/auth/v1/user')).status).toBe(200);
    expect((await call('/auth/v1/logout', { method: 'POST' })).status).toBe(204);
    const user = await call('/auth/v1/user');
    expect(user.status).toBe(403);
    expect(await user.json()).toMatchObject({ error_code: 'session_not_found' });
    const refresh = await call('/auth/v1/token?grant_type=refresh_token', {
      method: 'POST',
      body: JSON.stringify({ refresh_token: session.refreshToken }),
    });
    expect(await refresh.json()).toMatchObject({ error_code: 'refresh_token_not_found' });
  });

  test.each([{ refresh_token: 7 }, { refresh_token: 'rubbish' }, { refresh_token: {} }, {}])(
    'refreshing with %o answers refresh_token_not_found',
    async (body) => {
      const response = await server.call('/auth/v1/token?grant_type=refresh_token', {
        method: 'POST',
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error_code: 'refresh_token_not_found' });
    },
  );

  test.each([
    ['not JSON', 400],
    ['[]', 400],
    ['{"email":"a\\u0000b@example.test","password":"secret-1"}', 400],
    ['{"email":"a\\ud800b@example.test","password":"secret-1"}', 400],
    ['{"email":{},"password":"secret-1"}', 400],
    ['{"email":"a@example.test","password":7}', 400],
    ['{"email":"a@example.test","password":["secret-1"]}', 400],
    [JSON.stringify({ email: `${'a'.repeat(300)}@example.test`, password: 'secret-1' }), 400],
    [JSON.stringify({ email: 'a@b', password: 'secret-1' }), 400],
  ])('the body %s is refused everywhere', async (body, status) => {
    for (const path of ['/signup', '/token?grant_type=password']) {
      const response = await server.call(`/auth/v1${path}`, { method: 'POST', body });
      expect(response.status).toBe(status);
    }
  });

  test.each([
    ['POST', '/otp'],
    ['POST', '/magiclink'],
    ['GET', '/authorize?provider=google'],
    ['GET', '/callback'],
    ['GET', '/reauthenticate'],
  ])('%s %s is not offered', async (method, path) => {
    const body = method === 'POST' ? { body: '{"email":"new@example.test"}' } : {};
    const response = await server.call(`/auth/v1${path}`, { method, ...body });
    expect(response.status).toBe(404);
  });

  test('the email address cannot be changed behind our back', async () => {
    const { email, password } = await server.createUser(newEmail());
    const response = await server.call('/auth/v1/user', {
      as: await server.signIn(email, password),
      method: 'PUT',
      body: JSON.stringify({ email: newEmail() }),
    });
    expect(response.status).toBe(422);
  });

  test('administering users needs the secret key', async () => {
    const asAnon = await server.call('/auth/v1/admin/users');
    expect(asAnon.status).toBe(401);
    const { email, id } = await server.createUser(newEmail());
    const twice = await server.call('/auth/v1/admin/users', {
      as: 'service',
      method: 'POST',
      body: JSON.stringify({ email, password: 'secret-1' }),
    });
    expect(await twice.json()).toMatchObject({ error_code: 'email_exists' });
    const path = `/auth/v1/admin/users/${id}`;
    expect((await server.call(path, { as: 'service' })).status).toBe(200);
    expect((await server.call(path, { as: 'service', method: 'DELETE' })).status).toBe(200);
    expect((await server.call(path, { as: 'service' })).status).toBe(404);
  });

  test('an account may be made with a password or with the hash of one', async () => {
    const password = 'brought-along-1';
    const create = async (fields: Record<string, unknown>) => {
      const email = newEmail();
      const response = await server.call('/auth/v1/admin/users', {
        as: 'service',
        method: 'POST',
        body: JSON.stringify({ email, email_confirm: true, ...fields }),
      });
      return { email, status: response.status };
    };
    const brought = await hash(password, 4);
    for (const fields of [{ password }, { password_hash: brought }]) {
      const { email } = await create(fields);
      expect((await server.signIn(email, password)).accessToken).not.toBe('');
      await expect(server.signIn(email, 'another-one-1')).rejects.toThrow('invalid_credentials');
    }
    const refused = [brought.replace('$04$', '$03$'), brought.replace('$04$', '$16$'), password];
    for (const fields of [
      { password, password_hash: brought },
      ...refused.map((password_hash) => ({ password_hash })),
    ])
      expect((await create(fields)).status).toBe(400);
  });

  test('an API key is needed, and an unknown one is refused', async () => {
    for (const apikey of ['', 'sb_publishable_unknown']) {
      const response = await server.call('/auth/v1/user', { headers: { apikey } });
      expect(response.status).toBe(401);
    }
  });

  test('everything is private: no-store', async () => {
    const response = await server.call('/auth/v1/settings');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

test('mailed tokens, codes and waiting sessions are unreadable in the database', async () => {
  const database = await openDatabase();
  await applySystemSchema(database);
  const flows = createAuthFlows(database);
  await flows.rememberLink('the-token', { redirectTo: 'http://localhost/auth/callback' });
  const id = '33333333-3333-4333-8333-333333333333';
  const code = await flows.issueCode(
    { id, body: '{"access_token":"the-access-token"}' },
    { value: 'challenge', method: 's256' },
  );
  const stored = JSON.stringify([
    await database.query('select * from embedded.mail_link'),
    await database.query('select * from embedded.auth_code'),
  ]);
  for (const secret of ['the-token', 'the-access-token', code])
    expect(stored).not.toContain(secret);

  await database.exec(`
    insert into auth.users (id, email) values ('${id}', 'waiting@example.test');
    insert into auth.sessions (id, user_id) values ('${id}', '${id}');
    update embedded.mail_link set expires_at = now() - interval '1 second';
    update embedded.auth_code set expires_at = now() - interval '1 second';
  `);
  await flows.purge();
  for (const table of ['embedded.mail_link', 'embedded.auth_code', 'auth.sessions'])
    expect(await database.query(`select 1 from ${table}`)).toEqual([]);
  await database.close();
});
