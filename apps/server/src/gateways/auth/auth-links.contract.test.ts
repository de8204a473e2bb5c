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

// As auth.contract.test.ts: what a client of Supabase Auth sees, here of the links in mails.

let service: AuthService;
beforeAll(async () => {
  service = await openAuthService();
});
afterAll(() => service.stop());

const { call, refused, createUser, signIn, refresh } = authSteps(() => service);

describe('mailed links', () => {
  let email: string;
  beforeEach(async () => {
    ({ email } = await createUser());
  });

  test('API-03 API-04 a link for a new password signs in, once, and a new password ends other sessions', async () => {
    const [elsewhere, browser] = [await signIn(email), openBrowser(service)];
    const events: string[] = [];
    browser.onAuthStateChange((event) => void events.push(event));
    expect((await browser.resetPasswordForEmail(email)).error).toBeNull();
    const { token_hash, type } = await service.lastLink(email);
    expect(type).toBe('recovery');
    expect((await browser.verifyOtp({ token_hash, type })).error).toBeNull();
    expect(events).toContain('PASSWORD_RECOVERY');
    expect(codeOf(await openBrowser(service).verifyOtp({ token_hash, type }))).toBe(
      '403 otp_expired',
    );
    expect((await browser.updateUser({ password: 'another-1' })).error).toBeNull();
    expect(codeOf(await browser.updateUser({ password: 'another-1' }))).toBe('422 same_password');
    expect((await browser.refreshSession()).error).toBeNull();
    expect(await refused(refresh(elsewhere.refreshToken))).toBe('400 refresh_token_not_found');
    await signIn(email, 'another-1');
  });

  test('API-03 an unknown address gets the same response and no mail', async () => {
    const unknown = newEmail();
    const answers = await Promise.all(
      [email, unknown].map((address) => call('POST', '/recover', { body: { email: address } })),
    );
    expect(answers[0]).toEqual({ status: 200, body: {} });
    expect(answers[1]).toEqual(answers[0]);
    expect(await service.countMails(unknown)).toBe(0);
  });

  test.each(['recovery', 'signup', 'email_change', 'magiclink', 'invite'])(
    'an unknown token of the type %s is refused, and a link leads to the site',
    async (type) => {
      const body = { type, token_hash: 'a'.repeat(56) };
      expect(await refused(call('POST', '/verify', { body }))).toBe('403 otp_expired');
      const opened = await fetch(`${service.url}/verify?token=nonsense&type=${type}`, {
        redirect: 'manual',
      });
      const target = new URL(opened.headers.get('location') ?? '');
      expect(opened.status).toBe(303);
      expect(new URLSearchParams(target.hash.slice(1)).get('error_code')).toBe('otp_expired');
    },
  );

  test('ACCT-44 a sign-in link signs in, once', async () => {
    const browser = openBrowser(service);
    const options = { shouldCreateUser: false };
    expect((await browser.signInWithOtp({ email, options })).error).toBeNull();
    const { token_hash, type } = await service.lastLink(email);
    expect(type).toBe('magiclink');
    expect((await browser.verifyOtp({ token_hash, type })).data.user?.email).toBe(email);
    const level = await browser.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data?.currentAuthenticationMethods).toMatchObject([{ method: 'otp' }]);
    expect(codeOf(await browser.verifyOtp({ token_hash, type }))).toBe('403 otp_expired');
  });

  test('ACCT-37 an address changes once both links are opened', async () => {
    const [user, next] = [await signIn(email), newEmail()];
    const { data } = await user.updateUser({ email: next.toUpperCase() });
    expect(data.user).toMatchObject({ email, new_email: next });
    const verify = async (address: string) =>
      call('POST', '/verify', { body: await service.lastLink(address) });
    expect(await verify(next)).toEqual({
      status: 200,
      body: {
        code: '200',
        msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
      },
    });
    expect((await user.getUser()).data.user?.email).toBe(email);
    expect((await verify(email)).status).toBe(200);
    expect((await user.getUser()).data.user?.email).toBe(next);
    expect((await user.refreshSession()).error).toBeNull();
    await signIn(next);
  });

  test('an invitation creates an account that its link opens, and a confirmed account gets none', async () => {
    const invite = (address: string) =>
      call('POST', '/invite', { body: { email: address }, asService: true });
    const invited = newEmail();
    expect((await invite(invited)).body).toMatchObject({ email: invited });
    expect((await invite(invited)).status).toBe(200);
    const { token_hash, type } = await service.lastLink(invited);
    expect(type).toBe('invite');
    const browser = openBrowser(service);
    expect((await browser.verifyOtp({ token_hash, type })).error).toBeNull();
    expect((await browser.updateUser({ password: PASSWORD })).error).toBeNull();
    await signIn(invited);
    expect(await refused(invite(invited))).toBe('422 email_exists');
    expect(await refused(call('POST', '/invite', { body: { email: invited } }))).toMatch(/^401 /);
  });
});
