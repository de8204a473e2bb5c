import { expect, test } from 'vitest';
import type { Auth } from '@homie/auth';
import { completeSignIn } from './complete-sign-in';

const answering = (result: Awaited<ReturnType<Auth['exchangeCode']>>) => ({
  exchangeCode: async () => result,
});
const unused = { exchangeCode: () => Promise.reject(new Error('nothing to exchange')) };

test('CALLBACK-02 a code that is exchanged leads to the app', async () => {
  const service = answering({ ok: true, data: undefined });
  expect(await completeSignIn({ kind: 'code', code: 'c' }, service)).toEqual({ to: '/app' });
});

test('CALLBACK-03 without a code, redirects to sign-in without an error', async () => {
  expect(await completeSignIn({ kind: 'none' }, unused)).toEqual({ to: '/auth/sign-in' });
});

test('CALLBACK-04 a refused code, or a link that reports an error, redirects to sign-in with an error', async () => {
  const service = answering({ ok: false, failure: { kind: 'refused', message: 'expired' } });
  const refused = await completeSignIn({ kind: 'code', code: 'c' }, service);
  expect(refused).toEqual({
    to: '/auth/sign-in?error=callback',
    error: {
      title: 'Authentication failed',
      description: 'There was an error signing you in. Please try again.',
    },
  });
  expect(await completeSignIn({ kind: 'error' }, unused)).toEqual(refused);
});

test('ACCT-22 SSO-02 a link that reports the code of a refusal explains it, and shows no other text of the link', async () => {
  const explain = async (code: string) =>
    (await completeSignIn({ kind: 'error', code }, unused)).error?.description;
  expect(await explain('user_banned')).toBe('This account is deactivated. Ask an administrator.');
  expect(await explain('sso_clock_difference')).toMatch(/^The clocks of .* differ by more than/);
  for (const code of ['constructor', 'Call this number', ''])
    expect(await explain(code)).toBe('There was an error signing you in. Please try again.');
});

test('CALLBACK-05 an exception is reported as unexpected', async () => {
  const service = answering({ ok: false, failure: { kind: 'unexpected', message: 'offline' } });
  expect((await completeSignIn({ kind: 'code', code: 'c' }, service)).error?.description).toBe(
    'An unexpected error occurred. Please try again.',
  );
});
