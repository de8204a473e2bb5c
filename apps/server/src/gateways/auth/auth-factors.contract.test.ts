import { hash } from 'bcrypt';
import { generate } from 'otplib/functional';
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

// As auth.contract.test.ts: what a client of Supabase Auth sees, here of second factors and of the secret key.

let service: AuthService;
beforeAll(async () => {
  service = await openAuthService();
});
afterAll(() => service.stop());

const { call, refused, createUser, signIn, refresh } = authSteps(() => service);
type Browser = Awaited<ReturnType<typeof signIn>>;

describe('second factors', () => {
  let email: string;
  let user: Browser;
  beforeEach(async () => {
    ({ email } = await createUser());
    user = await signIn(email);
  });

  const totp = (secret: string, step = 0) =>
    generate({ secret, epoch: Math.floor(Date.now() / 1000) + step * 30 });
  const enroll = (browser = user, friendlyName = 'Phone') =>
    browser.mfa.enroll({ factorType: 'totp', friendlyName });
  async function addFactor(name = 'Phone') {
    const { data, error } = await enroll(user, name);
    if (error) throw error;
    const { id, totp: app } = data;
    const added = await user.mfa.challengeAndVerify({ factorId: id, code: await totp(app.secret) });
    expect(added.error).toBeNull();
    return { id, secret: app.secret };
  }
  const levelOf = async (browser: Browser) =>
    (await browser.mfa.getAuthenticatorAssuranceLevel()).data;

  test('ACCT-05 an app is added, raises the session to aal2, and is removed', async () => {
    const { data } = await enroll();
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'Phone' });
    expect(data?.totp.uri).toMatch(/^otpauth:\/\/totp\//);
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,/);
    expect((await user.mfa.listFactors()).data).toMatchObject({
      totp: [],
      all: [{ friendly_name: 'Phone', factor_type: 'totp', status: 'unverified' }],
    });
    const factorId = data?.id ?? '';
    const code = await totp(data?.totp.secret ?? '');
    expect((await user.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
    expect(await levelOf(user)).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
    });
    const methods = (await levelOf(user))?.currentAuthenticationMethods.map((each) =>
      typeof each === 'string' ? each : each.method,
    );
    expect(methods?.toSorted()).toEqual(['password', 'totp']);
    await user.refreshSession();
    expect((await levelOf(user))?.currentLevel).toBe('aal2');
    expect((await user.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    await user.refreshSession();
    expect(await levelOf(user)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
  });

  test('a name is used by one app', async () => {
    await addFactor();
    expect(codeOf(await enroll())).toBe('422 mfa_factor_name_conflict');
    await addFactor('Laptop');
    expect((await user.mfa.listFactors()).data?.totp).toHaveLength(2);
  });

  test('the challenge of a factor is answered once, and a wrong code is refused', async () => {
    const { id: factorId, secret } = await addFactor();
    const { data: challenge } = await user.mfa.challenge({ factorId });
    expect(challenge).toMatchObject({ type: 'totp' });
    expect(challenge?.expires_at).toBeGreaterThan(Date.now() / 1000);
    const verify = async (code: string) =>
      codeOf(await user.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code }));
    expect(await verify('000000')).toBe('422 mfa_verification_failed');
    expect(await verify('')).toBe('400 validation_failed');
    expect(await verify(await totp(secret, 1))).toBeNull();
    expect(await verify(await totp(secret, 1))).toMatch(/^422 /);
  });

  test('ACCT-07 the factor of another user is not found', async () => {
    const { id: factorId } = await addFactor();
    const other = await signIn((await createUser()).email);
    expect(codeOf(await other.mfa.challenge({ factorId }))).toBe('404 mfa_factor_not_found');
    expect(codeOf(await other.mfa.unenroll({ factorId }))).toBe('404 mfa_factor_not_found');
  });

  test('ACCT-08 a session with a password only adds and removes no factor and changes no password', async () => {
    const { id: factorId, secret } = await addFactor();
    const thief = await signIn(email);
    expect(await levelOf(thief)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    for (const { error } of [
      await enroll(thief, 'Thief'),
      await thief.mfa.unenroll({ factorId }),
      await thief.updateUser({ password: 'another-1' }),
    ])
      expect(error?.code).toBe('insufficient_aal');
    const code = await totp(secret, 1);
    expect((await thief.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
    expect((await levelOf(thief))?.currentLevel).toBe('aal2');
  });

  test('ACCT-08 the first code of a new factor ends the sessions that have none', async () => {
    const other = await signIn(email);
    await addFactor();
    expect(await refused(refresh(other.refreshToken))).toBe('400 refresh_token_not_found');
    expect((await user.refreshSession()).error).toBeNull();
  });
});

describe('the secret key', () => {
  test('creates, lists, reads and deletes accounts, and nothing else does', async () => {
    const { id, email } = await createUser({
      password: PASSWORD,
      user_metadata: { display_name: 'Alex' },
    });
    const path = `/admin/users/${id}`;
    const read = await call('GET', path, { asService: true });
    expect(read.body).toMatchObject({ id, email, user_metadata: { display_name: 'Alex' } });
    const list = await call('GET', '/admin/users?per_page=1000', { asService: true });
    expect(list.body).toMatchObject({ aud: 'authenticated' });
    expect(list.body.users.map((user) => user.id)).toContain(id);
    const token = (await signIn(email)).session.access_token;
    for (const [method, each] of [
      ['GET', path],
      ['DELETE', path],
      ['GET', '/admin/users'],
      ['POST', '/admin/users'],
    ] as const) {
      const body = method === 'POST' ? { body: { email: newEmail(), password: PASSWORD } } : {};
      expect(await refused(call(method, each, body))).toBe('401 no_authorization');
      expect(await refused(call(method, each, { ...body, token }))).toBe('403 not_admin');
    }
    expect((await call('DELETE', path, { asService: true })).status).toBe(200);
    for (const method of ['GET', 'DELETE'])
      expect(await refused(call(method, path, { asService: true }))).toBe('404 user_not_found');
  });

  const create = (body: object) => refused(call('POST', '/admin/users', { body, asService: true }));

  test('an address has one account', async () => {
    const { email } = await createUser();
    expect(await create({ email, password: 'secret-1' })).toBe('422 email_exists');
  });

  test('an account is created with a password or with the hash of one', async () => {
    const password = 'brought-along-1';
    const password_hash = await hash(password, 4);
    for (const fields of [{ password }, { password_hash }]) {
      const { email } = await createUser(fields);
      expect((await signIn(email, password)).session.access_token).not.toBe('');
      const wrong = { email, password: 'another-1' };
      const { error } = await openBrowser(service).signInWithPassword(wrong);
      expect(error?.code).toBe('invalid_credentials');
    }
    expect(await create({ email: newEmail(), password, password_hash })).toBe(
      '400 validation_failed',
    );
  });

  test.each([[['a']], ['a'], [1]])(
    'an account with the metadata %j is refused',
    async (user_metadata) => {
      expect(await create({ email: newEmail(), password: PASSWORD, user_metadata })).toBe(
        '400 bad_json',
      );
    },
  );
});
