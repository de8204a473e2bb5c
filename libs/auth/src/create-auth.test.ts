// @vitest-environment jsdom
import { AuthApiError } from '@supabase/auth-js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { STORAGE_KEY, type AuthService } from './adapters/auth-service';
import { createAuth } from './create-auth';
import type { Session } from './session/session';

const options = { supabaseUrl: '', publishableKey: 'sb_publishable_test' };

function session(secondsLeft: number): Session {
  return {
    access_token: `token for ${secondsLeft} s`,
    refresh_token: 'refresh',
    expires_at: Math.floor(Date.now() / 1000) + secondsLeft,
    expires_in: 3600,
    token_type: 'bearer',
    user: { id: 'u1', email: 'ada@test.example' },
  };
}

function keep(kept: Session) {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(kept));
}

/** As much of the service's client as a test lets it have. */
function connecting(client: object) {
  const stub = { onAuthStateChange: () => undefined, ...client };
  return vi.fn<() => Promise<AuthService>>(async () => stub as unknown as AuthService);
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => void vi.useRealTimers());

describe('starting', () => {
  test('STATE-02 with a fresh session is finished at once, and the service is left alone until it has to be renewed', async () => {
    keep(session(3600));
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

  test('STATE-02 with one that has run out is loading until the service has answered', () => {
    keep(session(-1));
    const auth = createAuth(options, connecting({}));
    auth.start();
    expect(auth.store.getState().status).toBe('loading');
  });

  test('STATE-02 without one is finished at once', () => {
    const auth = createAuth(options, connecting({}));
    auth.start();
    expect(auth.store.getState()).toEqual({ status: 'finished', session: null });
  });
});

describe('another tab', () => {
  const change = (kept: Session | null) =>
    window.dispatchEvent(
      new StorageEvent('storage', { key: STORAGE_KEY, newValue: kept && JSON.stringify(kept) }),
    );

  test('STATE-03 that signs out or in is followed', () => {
    keep(session(3600));
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
    keep(session(3600));
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

  test('SIGNOUT-06 is completed by another request where the first one failed', async () => {
    const broken = new AuthApiError('Too many requests', 429, 'over_request_rate_limit');
    const { auth, revoke } = signedIn([broken, broken]);
    auth.signOut();
    const failure = { kind: 'refused', message: 'Too many requests' };
    expect(await auth.completeSignOut()).toMatchObject({ ok: false, failure });
    expect(draft()).toBeNull();
    expect((await auth.completeSignOut()).ok).toBe(true);
    expect(revoke).toHaveBeenCalledTimes(3);
  });

  test('succeeds where the server has already ended the session', async () => {
    const { auth } = signedIn([new AuthApiError('gone', 403, 'session_not_found')]);
    auth.signOut();
    expect((await auth.completeSignOut()).ok).toBe(true);
  });
});

describe('a token', () => {
  test('ERR-02 cannot be given when the lookup fails', async () => {
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
    keep(session(3600));
    const signOut = vi.fn<() => Promise<void>>(async () => undefined);
    const auth = createAuth(
      options,
      connecting({ refreshSession: async () => ({ error }), signOut }),
    );
    auth.start();
    await auth.sessionRefused();
    return signOut;
  }

  test('is renewed where the service still knows it', async () => {
    expect(await refusedWith(null)).not.toHaveBeenCalled();
  });

  test('is cleared where the service does not', async () => {
    const signOut = await refusedWith(new AuthApiError('gone', 403, 'bad_jwt'));
    expect(signOut).toHaveBeenCalledWith({ scope: 'local' });
  });

  test('is kept while the service cannot be asked', async () => {
    const signOut = await refusedWith(new AuthApiError('broken', 500, 'unexpected_failure'));
    expect(signOut).not.toHaveBeenCalled();
  });
});
