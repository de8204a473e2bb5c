// @vitest-environment jsdom
import { AuthApiError } from '@supabase/auth-js';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { STORAGE_KEY } from './adapters/auth-service';
import { createAuth } from './create-auth';
import type { Session } from './session/session';
import { connecting, options, session, storeSession } from './testing/stub-service';

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => void vi.useRealTimers());

describe('starting', () => {
  test('STATE-02 with a valid session is finished at once, and the service is not called before the refresh', async () => {
    storeSession(session(3600));
    const connect = connecting({});
    const auth = createAuth(options, connect);
    auth.start();
    expect(auth.store.getState()).toMatchObject({
      status: 'finished',
      session: { user: { id: 'u1' } },
    });
    expect(await auth.getAccessToken()).toBe('token for 3600 s');
    await vi.advanceTimersByTimeAsync(3500 * 1000);
    expect(connect).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(20 * 1000);
    expect(connect).toHaveBeenCalledTimes(1);
  });

  test('STATE-02 with an expired one is loading until the service has responded', () => {
    storeSession(session(-1));
    const auth = createAuth(options, connecting({}));
    auth.start();
    expect(auth.store.getState().status).toBe('loading');
  });

  test('STATE-02 with an expired one that the page renews waits for that, and does not call the service', async () => {
    storeSession(session(-1));
    let renew = () => {};
    globalThis.sessionRenewal = new Promise((resolve) => (renew = resolve));
    onTestFinished(() => void (globalThis.sessionRenewal = undefined));
    const connect = connecting({});
    const auth = createAuth(options, connect);
    auth.start();
    expect(auth.store.getState().status).toBe('loading');
    storeSession(session(3600));
    renew();
    await globalThis.sessionRenewal;
    expect(auth.store.getState().session?.access_token).toBe('token for 3600 s');
    expect(connect).not.toHaveBeenCalled();
  });

  test('INSTANT-18 an expired one is the session at once while the browser is offline', () => {
    storeSession(session(-1));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => void vi.restoreAllMocks());
    const auth = createAuth(options, connecting({}));
    auth.start();
    expect(auth.store.getState()).toEqual({ status: 'finished', session: session(-1) });
  });

  test('INSTANT-18 an expired one stays the session if the service cannot renew it, and ends if the service refuses it', async () => {
    let report: (event: string, given: Session | null) => void = () => undefined;
    const onAuthStateChange = (listener: typeof report) => void (report = listener);
    storeSession(session(-1));
    const auth = createAuth(options, connecting({ onAuthStateChange }));
    auth.start();
    await vi.advanceTimersByTimeAsync(0);
    report('INITIAL_SESSION', null);
    expect(auth.store.getState()).toEqual({ status: 'finished', session: session(-1) });
    report('TOKEN_REFRESHED', session(3600));
    expect(auth.store.getState().session?.access_token).toBe('token for 3600 s');
    localStorage.clear();
    report('INITIAL_SESSION', null);
    expect(auth.store.getState().session).toBeNull();
  });

  test('STATE-02 without one is finished at once', () => {
    const auth = createAuth(options, connecting({}));
    auth.start();
    expect(auth.store.getState()).toEqual({ status: 'finished', session: null });
  });
});

describe('another tab', () => {
  const change = (stored: Session | null) =>
    window.dispatchEvent(
      new StorageEvent('storage', { key: STORAGE_KEY, newValue: stored && JSON.stringify(stored) }),
    );

  test('STATE-03 that signs out or in updates this one', () => {
    storeSession(session(3600));
    const auth = createAuth(options, connecting({}));
    auth.start();
    change(null);
    expect(auth.store.getState().session).toBeNull();
    change(session(1800));
    expect(auth.store.getState().session?.access_token).toBe('token for 1800 s');
  });
});

describe('signing out', () => {
  function signedIn(answers: (AuthApiError | null)[]) {
    storeSession(session(3600));
    localStorage.setItem('homie.personal.u1.draft.c1', 'not sent yet');
    const revoke = vi.fn<(token: string, scope: string) => Promise<object>>(async () => ({
      error: answers.shift() ?? null,
    }));
    const auth = createAuth(options, connecting({ admin: { signOut: revoke } }));
    auth.start();
    return { auth, revoke };
  }
  const draft = () => localStorage.getItem('homie.personal.u1.draft.c1');

  test('ends the session at once, for every tab, and keeps drafts until it is completed', async () => {
    const { auth, revoke } = signedIn([]);
    auth.signOut();
    expect(auth.store.getState()).toEqual({
      status: 'finished',
      session: null,
      ended: { reason: 'signed-out', userId: 'u1' },
    });
    expect(localStorage.getItem(STORAGE_KEY)).toBeNull();
    expect(draft()).toBe('not sent yet');

    expect(await auth.completeSignOut()).toEqual({ ok: true, data: undefined });
    expect(revoke.mock.calls).toEqual([['token for 3600 s', 'local']]);
    expect(draft()).toBeNull();
  });

  test('SIGNOUT-06 is completed by another request if the first one failed', async () => {
    const broken = new AuthApiError('Too many requests', 429, 'over_request_rate_limit');
    const { auth, revoke } = signedIn([broken, broken]);
    auth.signOut();
    const failure = { kind: 'refused', message: 'Too many requests' };
    expect(await auth.completeSignOut()).toMatchObject({ ok: false, failure });
    expect(draft()).toBeNull();
    expect((await auth.completeSignOut()).ok).toBe(true);
    expect(revoke).toHaveBeenCalledTimes(3);
  });

  test.each([401, 403, 404])(
    'succeeds with one request if the server has already ended the session: %i',
    async (status) => {
      const gone = () => new AuthApiError('gone', status, 'session_not_found');
      const { auth, revoke } = signedIn([gone(), gone()]);
      auth.signOut();
      expect((await auth.completeSignOut()).ok).toBe(true);
      expect((await auth.completeSignOut()).ok).toBe(true);
      expect(revoke).toHaveBeenCalledTimes(1);
    },
  );
});

describe('a token', () => {
  test('ERR-02 is an error if the lookup fails', async () => {
    const error = new AuthApiError('broken', 500, 'unexpected_failure');
    const auth = createAuth(
      options,
      connecting({ getSession: async () => ({ data: { session: null }, error }) }),
    );
    await expect(auth.getAccessToken()).rejects.toThrow('broken');
  });

  test('ERR-02 is null without a session', async () => {
    const auth = createAuth(
      options,
      connecting({ getSession: async () => ({ data: { session: null }, error: null }) }),
    );
    expect(await auth.getAccessToken()).toBeNull();
  });
});

describe('ERR-03 a refused session', () => {
  async function refusedWith(error: AuthApiError | null) {
    storeSession(session(3600));
    const signOut = vi.fn<() => Promise<void>>(async () => undefined);
    const auth = createAuth(
      options,
      connecting({ refreshSession: async () => ({ error }), signOut }),
    );
    auth.start();
    await auth.sessionRefused();
    return signOut;
  }

  test('is refreshed if the service still has it', async () => {
    expect(await refusedWith(null)).not.toHaveBeenCalled();
  });

  test('is cleared if the service does not have it', async () => {
    const signOut = await refusedWith(new AuthApiError('gone', 403, 'bad_jwt'));
    expect(signOut).toHaveBeenCalledWith({ scope: 'local' });
  });

  test('is kept while the service is unavailable', async () => {
    const signOut = await refusedWith(new AuthApiError('broken', 500, 'unexpected_failure'));
    expect(signOut).not.toHaveBeenCalled();
  });
});

describe('the service', () => {
  type Listener = (event: string, given: Session | null) => void;

  test('is subscribed to from the start if no session is stored', async () => {
    let report: Listener = () => undefined;
    const onAuthStateChange = (listener: Listener) => void (report = listener);
    const auth = createAuth(options, connecting({ onAuthStateChange }));
    auth.start();
    await vi.advanceTimersByTimeAsync(0);
    report('SIGNED_IN', session(3600));
    expect(auth.store.getState().session?.access_token).toBe('token for 3600 s');
    report('SIGNED_OUT', null);
    expect(auth.store.getState()).toEqual({
      status: 'finished',
      session: null,
      ended: { reason: 'lost', userId: 'u1' },
    });
  });

  test('ends the loading without a session if it fails to load', async () => {
    storeSession(session(-1));
    const connect = connecting({});
    connect.mockRejectedValueOnce(new Error('The line is cut'));
    const auth = createAuth(options, connect);
    auth.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(auth.store.getState()).toEqual({ status: 'finished', session: null });
  });

  test('returns the token once the stored one is about to expire', async () => {
    storeSession(session(40));
    const getSession = async () => ({ data: { session: session(3600) }, error: null });
    const connect = connecting({ getSession });
    const auth = createAuth(options, connect);
    auth.start();
    expect(await auth.getAccessToken()).toBe('token for 40 s');
    vi.setSystemTime(Date.now() + 11_000);
    expect(await auth.getAccessToken()).toMatch(/^token for 3600 s$/);
  });

  test('is not called for a refused session without one, or to sign out without one', async () => {
    const connect = connecting({});
    const auth = createAuth(options, connect);
    await auth.sessionRefused();
    auth.signOut();
    expect(await auth.completeSignOut()).toEqual({ ok: true, data: undefined });
    expect(connect).not.toHaveBeenCalled();
    expect(auth.store.getState().ended).toBeUndefined();
  });
});

describe('a change of local storage', () => {
  function started() {
    storeSession(session(3600));
    const auth = createAuth(options, connecting({}));
    auth.start();
    return auth;
  }

  test('with another key changes nothing', () => {
    const auth = started();
    window.dispatchEvent(new StorageEvent('storage', { key: 'other', newValue: null }));
    expect(auth.store.getState().session).not.toBeNull();
  });

  test('ACCT-65 of the user alone is applied, with the same token', () => {
    const auth = started();
    const { user, ...tokens } = session(3600);
    const renamed = { ...tokens, user: { ...user, user_metadata: { time_zone: 'Asia/Tokyo' } } };
    const newValue = JSON.stringify(renamed);
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEY, newValue }));
    expect(auth.store.getState().session?.user.user_metadata).toEqual({ time_zone: 'Asia/Tokyo' });
  });

  test('that clears everything ends the session', () => {
    const auth = started();
    window.dispatchEvent(new StorageEvent('storage', { key: null, newValue: null }));
    expect(auth.store.getState().ended).toEqual({ reason: 'lost', userId: 'u1' });
  });

  test('to an expired session is ignored, because the service refreshes it', () => {
    const auth = started();
    const newValue = JSON.stringify(session(-1));
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEY, newValue }));
    expect(auth.store.getState().session?.access_token).toBe('token for 3600 s');
  });
});
