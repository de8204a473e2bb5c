// @vitest-environment jsdom
import { AuthApiError } from '@supabase/auth-js';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { STORAGE_KEY } from './adapters/auth-service';
import { createAuth } from './create-auth';
import { connecting, options, session, storeSession } from './testing/stub-service';

beforeEach(() => localStorage.clear());

const refused = (code: string) => new AuthApiError(`Refused: ${code}`, 403, code);

test('returns the service’s refusal, and keeps a session that has not ended', async () => {
  const signOut = vi.fn<(scope: object) => Promise<void>>(async () => undefined);
  const updateUser = async () => ({ error: refused('weak_password') });
  const auth = createAuth(options, connecting({ updateUser, signOut }));
  expect(await auth.updatePassword('short')).toEqual({
    ok: false,
    failure: { kind: 'refused', code: 'weak_password', message: 'Refused: weak_password' },
  });
  expect(signOut).not.toHaveBeenCalled();
});

test('clears the session in this browser if the service reports that it has ended', async () => {
  const signOut = vi.fn<(scope: object) => Promise<void>>(async () => undefined);
  const updateUser = async () => ({ error: refused('session_expired') });
  const auth = createAuth(options, connecting({ updateUser, signOut }));
  expect((await auth.updatePassword('a-good-password')).ok).toBe(false);
  expect(signOut.mock.calls).toEqual([[{ scope: 'local' }]]);
});

test.each([
  [new Error('The line is cut'), 'The line is cut'],
  ['no words', 'no words'],
])('returns %s as unexpected, and connects again on the next call', async (thrown, message) => {
  const connect = connecting({ updateUser: async () => ({ error: null }) });
  connect.mockRejectedValueOnce(thrown);
  const auth = createAuth(options, connect);
  expect(await auth.updatePassword('a')).toEqual({
    ok: false,
    failure: { kind: 'unexpected', message },
  });
  expect(await auth.updatePassword('a')).toEqual({ ok: true, data: undefined });
  expect(await auth.updatePassword('a')).toEqual({ ok: true, data: undefined });
  expect(connect).toHaveBeenCalledTimes(2);
});

test('sends only the required fields to the service', async () => {
  const calls: unknown[] = [];
  const record = (name: string) => async (given: unknown) => {
    calls.push([name, given]);
    return { error: null };
  };
  const auth = createAuth(
    options,
    connecting({
      signInWithPassword: record('sign in'),
      resetPasswordForEmail: async (email: string, given: object) =>
        record('reset')({ email, ...given }),
      exchangeCodeForSession: record('exchange'),
      setSession: record('set'),
      resend: record('resend'),
      verifyOtp: record('verify'),
    }),
  );
  await auth.signInWithPassword({ email: 'ada@test.example', password: 'p' });
  await auth.requestPasswordReset('ada@test.example');
  await auth.exchangeCode('code');
  await auth.setSessionFromTokens({ accessToken: 'a', refreshToken: 'r' });
  await auth.resendConfirmation('ada@test.example');
  await auth.verifyTokenHash('hash', 'signup', { code_verifier: 'v' });
  await auth.verifyTokenHash('hash', 'recovery');
  expect(calls).toEqual([
    ['sign in', { email: 'ada@test.example', password: 'p' }],
    [
      'reset',
      {
        email: 'ada@test.example',
        redirectTo: `${window.location.origin}/auth/reset-password`,
      },
    ],
    ['exchange', 'code'],
    ['set', { access_token: 'a', refresh_token: 'r' }],
    [
      'resend',
      {
        type: 'signup',
        email: 'ada@test.example',
        options: { emailRedirectTo: `${window.location.origin}/auth/callback` },
      },
    ],
    ['verify', { token_hash: 'hash', type: 'signup', code_verifier: 'v' }],
    ['verify', { token_hash: 'hash', type: 'recovery' }],
  ]);
});

test.each([
  ['a session', session(3600), true],
  ['none, as a mail has to be confirmed first', null, false],
])('signing up returns whether the service created %s', async (_, given, signedIn) => {
  const signUp = async () => ({ error: null, data: { session: given, user: null } });
  const auth = createAuth(options, connecting({ signUp }));
  const credentials = { email: 'ada@test.example', password: 'a-good-password' };
  expect(await auth.signUp(credentials)).toEqual({
    ok: true,
    data: { signedIn, isNew: true },
  });
});

test.each([
  ['when its mail is sent', '2026-11-30T09:00:02Z', true],
  ['a minute before its mail is sent', '2026-11-30T09:01:00Z', false],
])('ENDS-12 an account that is created %s: isNew', async (_, confirmation_sent_at, isNew) => {
  const user = { created_at: '2026-11-30T09:00:00Z', confirmation_sent_at };
  const signUp = async () => ({ error: null, data: { session: null, user } });
  const auth = createAuth(options, connecting({ signUp }));
  const credentials = { email: 'ada@test.example', password: 'a-good-password' };
  expect(await auth.signUp(credentials)).toMatchObject({ ok: true, data: { isNew } });
});

test('a refused sign-up is returned as refused', async () => {
  const signUp = async () => ({ error: refused('signup_disabled'), data: { session: null } });
  const auth = createAuth(options, connecting({ signUp }));
  const credentials = { email: 'ada@test.example', password: 'a-good-password' };
  expect(await auth.signUp(credentials)).toMatchObject({ ok: false });
});

test('ACCT-86 a tab distinguishes a user who signs out in another one from a session that is lost there', () => {
  function openTab() {
    storeSession(session(3600));
    const auth = createAuth(options, connecting({}));
    auth.start();
    return auth;
  }
  const write = vi.spyOn(Storage.prototype, 'setItem');
  onTestFinished(() => write.mockRestore());
  const follow = (newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEY, newValue }));
  const tab = openTab();
  write.mockClear();
  openTab().signOut();
  expect(localStorage.getItem(STORAGE_KEY)).toBeNull();
  for (const [, value] of write.mock.calls) follow(value);
  follow(null);
  const reason = 'signed-out-in-another-tab';
  expect(tab.store.getState().ended).toEqual({ reason, userId: 'u1' });

  const next = openTab();
  follow(null);
  expect(next.store.getState().ended).toEqual({ reason: 'lost', userId: 'u1' });
});
