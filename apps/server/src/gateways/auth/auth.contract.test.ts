import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  authSteps,
  codeOf,
  newEmail,
  openAuthService,
  openBrowser,
  PASSWORD,
  type AuthService,
} from '../../testing/auth-service.ts';

// What a client of Supabase Auth sees. With CONTRACT_AUTH_URL, the same sentences are checked on that service: see
// docs/guides/supabase.md. What only ours does is in the other files of this folder.

let service: AuthService;
beforeAll(async () => {
  service = await openAuthService();
});
afterAll(() => service.stop());

const { call, refused, createUser, signIn, refresh } = authSteps(() => service);

describe('signing up', () => {
  test('API-02 returns a user without a session; the mailed link confirms the address, once', async () => {
    const [email, browser] = [newEmail(), openBrowser(service, 'pkce')];
    const { data, error } = await browser.signUp({ email, password: PASSWORD });
    expect(error).toBeNull();
    expect(data).toMatchObject({ session: null, user: { email, aud: 'authenticated' } });
    const signInError = async (password: string) =>
      codeOf(await openBrowser(service).signInWithPassword({ email, password }));
    await service.countMails(email);
    expect(await signInError(PASSWORD)).toBe('400 email_not_confirmed');
    expect(await signInError('another-1')).toBe('400 invalid_credentials');

    const link = await service.lastLink(email);
    expect(link.type).toBe('signup');
    const body = { ...link, code_verifier: browser.codeVerifier() };
    const confirmed = await call('POST', '/verify', { body });
    expect(confirmed.body).toMatchObject({ token_type: 'bearer', user: { email } });
    expect(await refused(call('POST', '/verify', { body }))).toBe('403 otp_expired');
    await signIn(email);
  });

  test('returns the same fields for an address with an account as for a new one', async () => {
    const { email } = await createUser();
    const fields = async (address: string) => {
      const body = { email: address, password: 'secret-1' };
      const answer = await call('POST', '/signup', { body });
      return [answer.status, ...Object.keys(answer.body).sort()];
    };
    expect(await fields(email)).toEqual(await fields(newEmail()));
    const again = await openBrowser(service).signUp({ email, password: 'secret-1' });
    expect(again.error).toBeNull();
    expect(again.data.user?.identities).toEqual([]);
    await signIn(email);
  });

  test('sends the confirmation mail again', async () => {
    const [email, browser] = [newEmail(), openBrowser(service)];
    await browser.signUp({ email, password: PASSWORD });
    expect(await service.countMails(email)).toBe(1);
    expect((await browser.resend({ type: 'signup', email })).error).toBeNull();
    expect(await service.countMails(email)).toBe(2);
  });

  test.each(['12345', 'x'.repeat(73), 'ü'.repeat(37)])(
    'LIMIT-01 refuses the password %s, as a change of the password does',
    async (password) => {
      const expected = password.length < 6 ? '422 weak_password' : '400 validation_failed';
      const body = { email: newEmail(), password };
      expect(await refused(call('POST', '/signup', { body }))).toBe(expected);
      const { email } = await createUser();
      const user = await signIn(email);
      expect(codeOf(await user.updateUser({ password }))).toBe(expected);
      await signIn(email);
    },
  );

  test.each(['123456', 'x'.repeat(72), 'ü'.repeat(36), 'no digits at all'])(
    'LIMIT-01 accepts the password %s, and a similar one does not sign in',
    async (password) => {
      const { email } = await createUser({ password });
      await signIn(email, password);
      const { error } = await openBrowser(service).signInWithPassword({
        email,
        password: `!${password}`,
      });
      expect(error?.code).toBe('invalid_credentials');
    },
  );
});

describe('signing in', () => {
  test('API-01 accepts the address in any case', async () => {
    const { email } = await createUser();
    const { session } = await signIn(email.toUpperCase());
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(session.user).toMatchObject({ email, role: 'authenticated' });
    expect(session.user.last_sign_in_at).toEqual(expect.any(String));
    expect(session.user.identities).toHaveLength(1);
  });

  test('refuses wrong credentials alike, with or without an account', async () => {
    const { email } = await createUser();
    for (const address of [email, newEmail(), 'no-address@example']) {
      const credentials = { email: address, password: 'wrong-password' };
      const { error } = await openBrowser(service).signInWithPassword(credentials);
      expect(error).toMatchObject({
        status: 400,
        code: 'invalid_credentials',
        message: 'Invalid login credentials',
      });
    }
  });

  test.each([
    ['not JSON', '400 bad_json'],
    ['[]', '400 bad_json'],
    ['{"email":{},"password":"secret-1"}', '400 bad_json'],
    ['{"email":"a@example.test","password":7}', '400 bad_json'],
    ['{"password":"secret-1"}', '400 validation_failed'],
  ])('refuses the body %s', async (body, expected) => {
    expect(await refused(call('POST', '/token?grant_type=password', { body }))).toBe(expected);
  });

  test.each([
    ['not JSON', '400 bad_json'],
    ['[]', '400 bad_json'],
    ['{"email":"a@example.test","password":["secret-1"]}', '400 bad_json'],
    ['{"email":"a@example.test"}', '400 validation_failed'],
    ['{"email":"no address","password":"secret-1"}', '400 validation_failed'],
  ])('refuses the sign-up %s', async (body, expected) => {
    expect(await refused(call('POST', '/signup', { body }))).toBe(expected);
  });

  test('refuses an unknown grant', async () => {
    const answer = await call('POST', '/token?grant_type=unknown', { body: {} });
    expect(answer).toMatchObject({
      status: 400,
      body: { error_code: 'invalid_credentials', msg: 'unsupported_grant_type' },
    });
  });

  test('a code of another flow is not exchanged', async () => {
    const exchange = (body: object) => refused(call('POST', '/token?grant_type=pkce', { body }));
    expect(await exchange({ auth_code: randomUUID(), code_verifier: 'a'.repeat(43) })).toBe(
      '404 flow_state_not_found',
    );
    expect(await exchange({ auth_code: '' })).toBe('400 validation_failed');
  });
});

describe('sessions', () => {
  let email: string;
  beforeEach(async () => {
    ({ email } = await createUser());
  });

  test('a refresh returns another refresh token, and the one before works for some seconds', async () => {
    const user = await signIn(email);
    const next = await refresh(user.refreshToken);
    expect(next.body).toMatchObject({ token_type: 'bearer', user: { email } });
    expect(next.body.refresh_token).not.toBe(user.refreshToken);
    expect((await refresh(user.refreshToken)).body).toMatchObject({
      refresh_token: next.body.refresh_token,
    });
  });

  test.each([
    ['rubbish', '400 validation_failed'],
    ['', '400 validation_failed'],
    [7, '400 bad_json'],
  ])('refreshing with %j is refused', async (token, expected) => {
    expect(await refused(refresh(token))).toBe(expected);
  });

  test('API-06 sign-out ends the session: its refresh token and its user are no longer valid', async () => {
    const user = await signIn(email);
    const token = await user.token();
    expect((await call('GET', '/user', { token })).status).toBe(200);
    expect((await call('POST', '/logout', { token })).status).toBe(204);
    expect(await refused(call('GET', '/user', { token }))).toBe('403 session_not_found');
    expect(await refused(refresh(user.refreshToken))).toBe('400 refresh_token_not_found');
  });

  test('signing out ends this session, the others, or all', async () => {
    const open = async () => [await signIn(email), await signIn(email)] as const;
    const isLive = async (user: Awaited<ReturnType<typeof signIn>>) =>
      (await refresh(user.refreshToken)).status === 200;
    for (const [scope, expected] of [
      ['local', [false, true]],
      ['others', [true, false]],
      ['global', [false, false]],
    ] as const) {
      const [here, there] = await open();
      const token = await here.token();
      expect((await call('POST', `/logout?scope=${scope}`, { token })).status).toBe(204);
      expect([scope, [await isLive(here), await isLive(there)]]).toEqual([scope, expected]);
    }
  });

  test('an unknown scope of a sign-out is refused', async () => {
    const token = await (await signIn(email)).token();
    expect(await refused(call('POST', '/logout?scope=x', { token }))).toBe('400 validation_failed');
  });

  test('a token is needed, and an invalid one is refused', async () => {
    for (const [method, path] of [
      ['GET', '/user'],
      ['PUT', '/user'],
      ['POST', '/logout'],
      ['POST', '/factors'],
    ] as const) {
      const body = method === 'GET' ? {} : { body: {} };
      expect([path, await refused(call(method, path, body))]).toEqual([
        path,
        '401 no_authorization',
      ]);
      const forged = call(method, path, { ...body, token: 'a.b.c' });
      expect([path, await refused(forged)]).toEqual([path, '403 bad_jwt']);
    }
  });

  test('a deleted account has no session', async () => {
    const user = await signIn(email);
    const path = `/admin/users/${user.session.user.id}`;
    expect((await call('DELETE', path, { asService: true })).status).toBe(200);
    expect(await refused(call('GET', '/user', { token: await user.token() }))).toBe(
      '403 user_not_found',
    );
    expect(await refused(refresh(user.refreshToken))).toBe('400 refresh_token_not_found');
  });

  test('the name of an account is in its metadata', async () => {
    const user = await signIn(email);
    const { data } = await user.updateUser({ data: { display_name: 'Alex' } });
    expect(data.user?.user_metadata).toMatchObject({ display_name: 'Alex' });
    expect((await user.getUser()).data.user?.user_metadata).toMatchObject({ display_name: 'Alex' });
  });
});
