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
