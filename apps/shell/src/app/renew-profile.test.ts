import type { Auth, Session, SessionState } from '@homie/auth';
import { createStore } from '@homie/composition';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const getUser = vi.fn<() => unknown>();
const refreshSession = vi.fn<() => unknown>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.resetAllMocks();
});
afterEach(() => vi.useRealTimers());

const zone = (time_zone: string) => ({ id: 'user', user_metadata: { time_zone } });

/** Returns a function that runs when the window gets the focus. */
async function open(session: object | null) {
  const { renewProfile } = await import('./renew-profile');
  const auth = {
    store: createStore<SessionState>({ status: 'finished', session: session as Session | null }),
    call: async (action: (service: object) => unknown) => action({ getUser, refreshSession }),
  } as unknown as Auth;
  return () => renewProfile(auth);
}

const signedIn = { access_token: '', user: zone('Australia/Perth') };

test('ACCT-71 a profile that was changed on another device is applied when the window gets the focus', async () => {
  getUser.mockReturnValue({ ok: true, data: { user: zone('Asia/Tokyo') } });
  const focus = await open(signedIn);
  await focus();
  expect(refreshSession).toHaveBeenCalledOnce();
});

test('ACCT-71 a window that often gets the focus reads the profile once a minute, and renews nothing unchanged', async () => {
  getUser.mockReturnValue({ ok: true, data: { user: zone('Australia/Perth') } });
  const focus = await open(signedIn);
  await Promise.all([focus(), focus()]);
  vi.advanceTimersByTime(59_000);
  await focus();
  expect(getUser).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1_000);
  await focus();
  expect(getUser).toHaveBeenCalledTimes(2);
  expect(refreshSession).not.toHaveBeenCalled();
});

test.each([
  ['the server cannot be reached', signedIn],
  ['another user has signed in', { ...signedIn, user: { ...signedIn.user, id: 'other' } }],
])('ACCT-71 nothing is renewed if %s', async (reason, session) => {
  getUser.mockReturnValue(
    reason.startsWith('the server')
      ? { ok: false, failure: { kind: 'unexpected', message: '' } }
      : { ok: true, data: { user: zone('Asia/Tokyo') } },
  );
  const focus = await open(session);
  await focus();
  expect(getUser).toHaveBeenCalledOnce();
  expect(refreshSession).not.toHaveBeenCalled();
});

test.each([
  ['without a session', null],
  ['before the code is entered', { access_token: '', user: { factors: [{ status: 'verified' }] } }],
])('ACCT-71 %s nothing is read', async (_, session) => {
  const focus = await open(session);
  await focus();
  expect(getUser).not.toHaveBeenCalled();
});
