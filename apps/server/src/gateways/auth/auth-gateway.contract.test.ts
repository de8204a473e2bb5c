import { hash } from 'bcrypt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newEmail, signUp } from '../../testing/auth-client.ts';
import { hashing } from './hashing.ts';
import { startTestServer, type TestServer } from '../../testing/index.ts';
import { scratchSchema } from '../../testing/scratch-schema.ts';

// What our service does in addition to the protocol: that is in auth.contract.test.ts.
describe('auth', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ ...scratchSchema });
  });
  afterAll(() => server.stop());

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

  test.each([
    { anything: 'x' },
    { display_name: 'x'.repeat(201) },
    { display_name: { first: 'x'.repeat(201) } },
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

  test.each([
    '{"email":"a\\u0000b@example.test","password":"secret-1"}',
    '{"email":"a\\ud800b@example.test","password":"secret-1"}',
    JSON.stringify({ email: `${'a'.repeat(300)}@example.test`, password: 'secret-1' }),
  ])('the body %s is refused everywhere', async (body) => {
    for (const path of ['/signup', '/token?grant_type=password']) {
      const response = await server.call(`/auth/v1${path}`, { method: 'POST', body });
      expect(response.status).toBe(400);
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

  test('a password hash that is none, too cheap or too expensive is refused', async () => {
    const brought = await hash('brought-along-1', 4);
    for (const password_hash of [
      brought.replace('$04$', '$03$'),
      brought.replace('$04$', '$16$'),
      'brought-along-1',
    ]) {
      const response = await server.call('/auth/v1/admin/users', {
        as: 'service',
        method: 'POST',
        body: JSON.stringify({ email: newEmail(), email_confirm: true, password_hash }),
      });
      expect(response.status).toBe(400);
    }
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
