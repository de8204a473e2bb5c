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

  test.each([401, 403, 404])(
    'succeeds with one request where the server has already ended the session: %i',
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

describe('an action', () => {
  const refused = (code: string) => new AuthApiError(`Refused: ${code}`, 403, code);

  test('returns the service’s refusal, and keeps a session that is not over', async () => {
    const signOut = vi.fn<(scope: object) => Promise<void>>(async () => undefined);
    const updateUser = async () => ({ error: refused('weak_password') });
    const auth = createAuth(options, connecting({ updateUser, signOut }));
    expect(await auth.updatePassword('short')).toEqual({
      ok: false,
      failure: { kind: 'refused', code: 'weak_password', message: 'Refused: weak_password' },
    });
    expect(signOut).not.toHaveBeenCalled();
  });

  test('clears the session in this browser where the service says that it is over', async () => {
    const signOut = vi.fn<(scope: object) => Promise<void>>(async () => undefined);
    const updateUser = async () => ({ error: refused('session_expired') });
    const auth = createAuth(options, connecting({ updateUser, signOut }));
    expect((await auth.updatePassword('a-good-password')).ok).toBe(false);
    expect(signOut.mock.calls).toEqual([[{ scope: 'local' }]]);
  });

  test.each([
    [new Error('The line is cut'), 'The line is cut'],
    ['no words', 'no words'],
  ])('returns %s as unexpected, and connects again the next time', async (thrown, message) => {
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

  test('sends the service what it needs, and nothing else', async () => {
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
  ])('signing up says whether the service gave %s', async (_, given, signedIn) => {
    const signUp = async () => ({ error: null, data: { session: given } });
    const auth = createAuth(options, connecting({ signUp }));
    const credentials = { email: 'ada@test.example', password: 'a-good-password' };
    expect(await auth.signUp(credentials)).toEqual({ ok: true, data: { signedIn } });
  });

  test('a refused sign-up is returned as refused', async () => {
    const signUp = async () => ({ error: refused('signup_disabled'), data: { session: null } });
    const auth = createAuth(options, connecting({ signUp }));
    const credentials = { email: 'ada@test.example', password: 'a-good-password' };
    expect(await auth.signUp(credentials)).toMatchObject({ ok: false });
  });
});

describe('the service', () => {
  type Listener = (event: string, given: Session | null) => void;

  test('is followed from the start where no session was stored', async () => {
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

  test('that cannot be loaded ends the loading without a session', async () => {
    keep(session(-1));
    const connect = connecting({});
    connect.mockRejectedValueOnce(new Error('The line is cut'));
    const auth = createAuth(options, connect);
    auth.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(auth.store.getState()).toEqual({ status: 'finished', session: null });
  });

  test('gives the token once the stored one is about to end', async () => {
    keep(session(40));
    const getSession = async () => ({ data: { session: session(3600) }, error: null });
    const connect = connecting({ getSession });
    const auth = createAuth(options, connect);
    auth.start();
    expect(await auth.getAccessToken()).toBe('token for 40 s');
    vi.setSystemTime(Date.now() + 11_000);
    expect(await auth.getAccessToken()).toMatch(/^token for 3600 s$/);
  });

  test('is not called for a refused session where there is none, or to sign out without one', async () => {
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
    keep(session(3600));
    const auth = createAuth(options, connecting({}));
    auth.start();
    return auth;
  }

  test('of another name changes nothing', () => {
    const auth = started();
    window.dispatchEvent(new StorageEvent('storage', { key: 'other', newValue: null }));
    expect(auth.store.getState().session).not.toBeNull();
  });

  test('that removes everything ends the session', () => {
    const auth = started();
    window.dispatchEvent(new StorageEvent('storage', { key: null, newValue: null }));
    expect(auth.store.getState().ended).toEqual({ reason: 'lost', userId: 'u1' });
  });

  test('to a session that has run out is left to the service', () => {
    const auth = started();
    const newValue = JSON.stringify(session(-1));
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEY, newValue }));
    expect(auth.store.getState().session?.access_token).toBe('token for 3600 s');
  });
});
