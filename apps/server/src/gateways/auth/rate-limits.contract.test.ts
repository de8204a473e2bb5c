import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scratchSchema } from '../../testing/scratch-schema.ts';
import { startTestServer, type TestServer } from '../../testing/index.ts';
import { DEFAULT_RATE_LIMITS } from '../../data/database/rate-limits.ts';

const rateLimits = {
  ...DEFAULT_RATE_LIMITS,
  signInPerAccount: { points: 3, seconds: 600 },
  signInPerAddress: { points: 8, seconds: 600 },
  signUpPerAddress: { points: 3, seconds: 600 },
  verifyPerAddress: { points: 3, seconds: 600 },
  passkeyPerAddress: { points: 3, seconds: 600 },
  passwordPerUser: { points: 2, seconds: 600 },
  changesPerUser: { points: 5, seconds: 600 },
};

describe('rate limits', () => {
  let server: TestServer;
  let address: string;
  let last = 0;

  // As behind a proxy, so that each test has its own address.
  beforeAll(async () => {
    server = await startTestServer({
      ...scratchSchema,
      rateLimits,
      trustedProxies: ['127.0.0.1'],
    });
  });
  beforeEach(() => {
    address = `203.0.113.${++last}`;
  });
  afterAll(() => server.stop());

  const post = (path: string, body: object) =>
    server.call(`/auth/v1${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'x-forwarded-for': address },
    });
  const signIn = (email: string, password: string) =>
    post('/token?grant_type=password', { email, password });

  async function expectLimited(response: Response, code: string, message: RegExp) {
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    const body = (await response.json()) as { error_code: string; msg: string };
    expect(body.error_code).toBe(code);
    expect(body.msg).toMatch(message);
    // A user cannot estimate 294 seconds.
    expect(Number(/\d+/.exec(body.msg))).toBeLessThanOrEqual(60);
  }
  const requestMessage = /^Too many attempts\. Please wait \d+ (second|minute)s? and try again\.$/;
  const mailMessage = /^Please wait \d+ (second|minute)s? before requesting another email\.$/;

  test('guessing one account ends after a few attempts, even with the right password', async () => {
    const { email, password } = await server.createUser('target@example.test');
    for (let attempt = 0; attempt < 3; attempt++)
      expect((await signIn(email, `wrong-${attempt}`)).status).toBe(400);
    await expectLimited(await signIn(email, password), 'over_request_rate_limit', requestMessage);
    const other = await server.createUser('other@example.test');
    expect((await signIn(other.email, other.password)).status).toBe(200);
  });

  test('ACCT-30 passkeys are limited per address: their challenges, and wrong responses as wrong passwords', async () => {
    const options = () => post('/passkeys/authentication/options', {});
    for (let attempt = 0; attempt < 3; attempt++) expect((await options()).status).toBe(200);
    await expectLimited(await options(), 'over_request_rate_limit', requestMessage);
    const verify = () => post('/passkeys/authentication/verify', { challenge_id: randomUUID() });
    for (let attempt = 0; attempt < 8; attempt++) expect((await verify()).status).toBe(400);
    await expectLimited(await verify(), 'over_request_rate_limit', requestMessage);
  });

  test('a successful sign-in resets the count of failed ones', async () => {
    const { email, password } = await server.createUser('forgetful@example.test');
    for (let round = 0; round < 2; round++) {
      expect((await signIn(email, 'wrong-password')).status).toBe(400);
      expect((await signIn(email, password)).status).toBe(200);
    }
    expect((await signIn(email, 'wrong-password')).status).toBe(400);
  });

  test('one address cannot try many accounts, but can sign in many users', async () => {
    const { email, password } = await server.createUser('busy@example.test');
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await signIn(email, password)).status).toBe(200);
    for (let attempt = 0; attempt < 8; attempt++)
      expect((await signIn(`nobody-${attempt}@example.test`, 'wrong-password')).status).toBe(400);
    await expectLimited(
      await signIn('nobody-9@example.test', 'wrong-password'),
      'over_request_rate_limit',
      requestMessage,
    );
  });

  test('sign-ups from one address are limited', async () => {
    for (let attempt = 0; attempt < 3; attempt++) {
      const body = { email: `new-${attempt}@example.test`, password: 'secret-1' };
      expect((await post('/signup', body)).status).toBe(200);
    }
    await expectLimited(
      await post('/signup', { email: 'new-9@example.test', password: 'secret-1' }),
      'over_request_rate_limit',
      requestMessage,
    );
  });

  test('one recipient gets one mail a minute, account or not', async () => {
    const { email } = await server.createUser('mailed@example.test');
    for (const recipient of [email, 'unknown@example.test']) {
      expect((await post('/recover', { email: recipient })).status).toBe(200);
      await expectLimited(
        await post('/recover', { email: recipient.toUpperCase() }),
        'over_email_send_rate_limit',
        mailMessage,
      );
      await expectLimited(
        await post('/signup', { email: recipient, password: 'secret-1' }),
        'over_email_send_rate_limit',
        mailMessage,
      );
      await expectLimited(
        await post('/resend', { type: 'signup', email: recipient }),
        'over_email_send_rate_limit',
        mailMessage,
      );
    }
    expect((await server.mails()).filter(({ to }) => to === email)).toHaveLength(1);
    expect((await server.mails()).filter(({ to }) => to === 'unknown@example.test')).toEqual([]);
  });

  test('LIMITS-02 the changes of a user are limited over all services together, and reading is not', async () => {
    const { id, email, password } = await server.createUser('eager@example.test');
    const session = await server.signIn(email, password);
    const other = await server.createUser('calm@example.test');
    const send = (path: string, method: string, body?: object) =>
      server.call(path, { as: session, method, ...(body && { body: JSON.stringify(body) }) });
    const note = { body: 'a note' };
    expect((await send('/rest/v1/notes', 'POST', note)).status).toBe(201);
    expect((await send(`/rest/v1/notes?owner_id=eq.${id}`, 'PATCH', note)).status).toBe(204);
    expect((await send('/auth/v1/user', 'PUT', { data: {} })).status).toBe(200);
    expect((await send('/functions/v1/none', 'POST', {})).status).toBe(404);
    expect((await send('/storage/v1/object/none/a', 'POST', {})).status).toBeGreaterThanOrEqual(
      400,
    );
    for (const path of ['/rest/v1/notes', '/functions/v1/none', '/storage/v1/object/none/a']) {
      const refused = await send(path, 'POST', note);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
    }
    expect((await send('/rest/v1/notes?select=id', 'GET')).status).toBe(200);
    const calm = await server.signIn(other.email, other.password);
    const body = JSON.stringify(note);
    expect((await server.call('/rest/v1/notes', { as: calm, method: 'POST', body })).status).toBe(
      201,
    );
    // A token with an invalid signature is not counted.
    const forged = { ...calm, accessToken: `${calm.accessToken.slice(0, -4)}AAAA` };
    for (let attempt = 0; attempt < 6; attempt++)
      expect(
        (await server.call('/rest/v1/notes', { as: forged, method: 'POST', body })).status,
      ).toBe(401);
    expect((await server.call('/rest/v1/notes', { as: calm, method: 'POST', body })).status).toBe(
      201,
    );
  });

  test('LIMITS-02 new passwords of a user are limited', async () => {
    const { email, password } = await server.createUser('changing@example.test');
    const session = await server.signIn(email, password);
    const change = (next: string) =>
      server.call('/auth/v1/user', {
        as: session,
        method: 'PUT',
        body: JSON.stringify({ password: next }),
      });
    for (const next of ['secret-11', 'secret-12']) expect((await change(next)).status).toBe(200);
    await expectLimited(await change('secret-13'), 'over_request_rate_limit', requestMessage);
  });

  test('trying links is limited', async () => {
    const verify = () =>
      fetch(`${server.url}/auth/v1/verify?token=guess&type=recovery`, {
        redirect: 'manual',
        headers: { 'x-forwarded-for': address },
      });
    for (let attempt = 0; attempt < 3; attempt++) expect((await verify()).status).toBe(303);
    await expectLimited(await verify(), 'over_request_rate_limit', requestMessage);
  });
});

test('headers of the client do not change who is counted', async () => {
  const server = await startTestServer({ ...scratchSchema, rateLimits });
  const { email } = await server.createUser('guessed@example.test');
  const attempt = (forged: string) =>
    server.call('/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: JSON.stringify({ email, password: 'wrong-password' }),
      headers: { 'x-forwarded-for': forged, 'x-real-ip': forged, forwarded: `for=${forged}` },
    });
  for (const forged of ['198.51.100.1', '198.51.100.2', '198.51.100.3'])
    expect((await attempt(forged)).status).toBe(400);
  expect((await attempt('198.51.100.4')).status).toBe(429);
  await server.stop();
});
