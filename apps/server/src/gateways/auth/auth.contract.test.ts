import { hash } from 'bcrypt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  browser,
  newEmail,
  pressButton,
  signUp,
  getCodeVerifier,
} from '../../testing/auth-client.ts';
import { hashing } from './hashing.ts';
import { startTestServer, type TestServer } from '../../testing/index.ts';
import { scratchSchema } from '../../testing/scratch-schema.ts';

describe('auth', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ ...scratchSchema });
  });
  afterAll(() => server.stop());

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

  test('signing up hashes a password even for an address with an account', async () => {
    const { email } = await server.createUser(newEmail());
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const occupied = [hashing(() => held), hashing(() => held)];
    const response = signUp(server, email);
    await expect.poll(() => hashing.pendingCount).toBe(1);
    release?.();
    await Promise.all([...occupied, response]);
  });

  test('wrong credentials return invalid_credentials, with or without an account', async () => {
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

  test('email_not_confirmed is returned only with the right password', async () => {
    const email = newEmail();
    await signUp(server, email);
    await server.mails();
    const signIn = (password: string) =>
      browser(server).auth.signInWithPassword({ email, password });
    expect((await signIn('secret-1')).error?.code).toBe('email_not_confirmed');
    expect((await signIn('secret-2')).error?.code).toBe('invalid_credentials');
  });

  test.each([
    ['12345', 'Password must be at least 6 characters long.'],
    ['x'.repeat(73), 'Password must be at most 72 bytes long.'],
    ['ü'.repeat(37), 'Password must be at most 72 bytes long.'],
  ])('LIMIT-01 the password %s is refused as weak_password', async (password, message) => {
    const { error } = await signUp(server, newEmail(), browser(server), password);
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

  test.each([
    { anything: 'x' },
    { display_name: 'x'.repeat(201) },
    { display_name: { first: 'x'.repeat(201) } },
    ['display_name'],
    'display_name',
  ])('an account stores no other data than its own settings: %#', async (data) => {
    const { email } = await server.createUser(newEmail());
    const session = await server.signIn(email, 'Passw0rd!');
    const response = await server.call('/auth/v1/user', {
      as: session,
      method: 'PUT',
      body: JSON.stringify({ data }),
    });
    expect([response.status, (await response.json()).error_code]).toEqual([
      422,
      'validation_failed',
    ]);
  });

  test.each(['123456', 'x'.repeat(72), 'ü'.repeat(36), 'no digits at all'])(
    'LIMIT-01 the password %s is accepted, and a similar one does not sign in',
    async (password) => {
      const email = newEmail();
      const client = browser(server);
      const { error } = await signUp(server, email, client, password);
      expect(error).toBeNull();
      await pressButton(server, await server.lastMailLink(email), {
        code_verifier: getCodeVerifier(client),
      });
      await server.signIn(email, password);
      await expect(server.signIn(email, `${password}!`)).rejects.toThrow(/invalid_credentials/);
    },
  );

  test('setting the same password again returns same_password', async () => {
    const { email, password } = await server.createUser(newEmail());
    const client = browser(server);
    await client.auth.signInWithPassword({ email, password });
    expect((await client.auth.updateUser({ password })).error?.code).toBe('same_password');
  });

  test('API-06 sign-out ends the session: its refresh token and its user are no longer valid', async () => {
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
    'refreshing with %o returns refresh_token_not_found',
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
  ])('ACCT-48 %s %s is not offered', async (method, path) => {
    const body = method === 'POST' ? { body: '{"email":"new@example.test"}' } : {};
    const response = await server.call(`/auth/v1${path}`, { method, ...body });
    expect(response.status).toBe(404);
  });

  test('administering users requires the secret key', async () => {
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

  test('an account is created with a password or with the hash of one', async () => {
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

  test.each([[['a']], ['a'], [null], [1]])(
    'an account with the metadata %j is refused',
    async (user_metadata) => {
      const response = await server.call('/auth/v1/admin/users', {
        as: 'service',
        method: 'POST',
        body: JSON.stringify({ email: newEmail(), password: 'secret-1', user_metadata }),
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error_code: 'validation_failed' });
    },
  );

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
