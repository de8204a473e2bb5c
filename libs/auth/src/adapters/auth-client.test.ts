// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { STORAGE_KEY } from './auth-service';
import { createAuthClient } from './auth-client';

const expires_at = Math.floor(Date.now() / 1000) + 3600;

/** Returns a session as the service does; each renewal has another token with the same claim. */
function sessionOf(sessionId: string, userId = 'u1', renewal = 0) {
  const claims = btoa(JSON.stringify({ session_id: sessionId, renewal }));
  const user = { id: userId, email: 'ada@test.example' };
  const refresh_token = sessionId + renewal;
  return {
    access_token: `e30.${claims}.signature`,
    refresh_token,
    expires_at,
    expires_in: 3600,
    token_type: 'bearer',
    user,
  };
}

const storedToken = () =>
  (JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as { access_token?: string }).access_token;

/** The tokens of the sessions that were ended, and their scope. */
let ended: (string | null)[][] = [];
let answerEnd: () => Promise<Response>;
/** The session that the service starts or renews next. */
let next = sessionOf('s2');
let client: ReturnType<typeof createAuthClient>;

function connect(stored: ReturnType<typeof sessionOf> | null) {
  if (stored) localStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
  vi.stubGlobal('fetch', async (input: string, { headers }: RequestInit) => {
    const { pathname, searchParams } = new URL(input);
    if (pathname !== '/auth/v1/logout') return Response.json(next);
    ended.push([new Headers(headers).get('authorization'), searchParams.get('scope')]);
    return answerEnd();
  });
  client = createAuthClient('https://homie.example/auth/v1', 'key', STORAGE_KEY);
}

const signIn = () => client.signInWithPassword({ email: 'ada@test.example', password: 'p' });
const ofEnded = (session: ReturnType<typeof sessionOf>) => [
  [`Bearer ${session.access_token}`, 'local'],
];

beforeEach(() => {
  localStorage.clear();
  ended = [];
  next = sessionOf('s2');
  answerEnd = async () => new Response(null, { status: 204 });
});
afterEach(async () => {
  await client.stopAutoRefresh();
  await client.dispose();
  vi.unstubAllGlobals();
});

test.each(['u1', 'u2'])(
  'ACCT-73 a sign-in ends the session of u1 that it replaces: as %s',
  async (userId) => {
    connect(sessionOf('s1'));
    next = sessionOf('s2', userId);
    expect((await signIn()).error).toBeNull();
    expect(ended).toEqual(ofEnded(sessionOf('s1')));
    expect(storedToken()).toBe(next.access_token);
  },
);

test('ACCT-73 a link for a new password ends the session that it replaces', async () => {
  connect(sessionOf('s1'));
  await client.verifyOtp({ token_hash: 'hash', type: 'recovery' });
  expect(ended).toEqual(ofEnded(sessionOf('s1')));
});

test.each([
  [
    'refused',
    async () => Response.json({ code: 'session_not_found', message: 'Gone' }, { status: 403 }),
  ],
  ['impossible', () => Promise.reject(new Error('The line is cut'))],
])('ACCT-73 a sign-in succeeds if ending the earlier session is %s', async (_, answer) => {
  connect(sessionOf('s1'));
  answerEnd = answer;
  expect((await signIn()).error).toBeNull();
  expect(ended).toHaveLength(1);
  expect((await client.getSession()).data.session?.access_token).toBe(next.access_token);
});

test('ACCT-73 a renewed token ends nothing', async () => {
  connect(sessionOf('s1'));
  next = sessionOf('s1', 'u1', 1);
  expect((await client.refreshSession()).error).toBeNull();
  expect(storedToken()).toBe(next.access_token);
  expect(ended).toEqual([]);
});

test.each([
  ['no session', null],
  ['a token that is not readable', { ...sessionOf('s1'), access_token: 'opaque' }],
])('ACCT-73 a sign-in ends nothing after %s', async (_, stored) => {
  connect(stored);
  expect((await signIn()).error).toBeNull();
  expect(ended).toEqual([]);
});

test.each(['s1', 's2'])(
  'ACCT-73 a report of another tab ends nothing: of %s, while s2 is stored',
  async (sessionId) => {
    connect(sessionOf('s1'));
    await client.initialize();
    localStorage.setItem(STORAGE_KEY, JSON.stringify(sessionOf('s2')));
    const reported = new Promise<string | undefined>((resolve) => {
      client.onAuthStateChange((event, session) => {
        if (event === 'SIGNED_IN') resolve(session?.access_token);
      });
    });
    const otherTab = new BroadcastChannel(STORAGE_KEY);
    otherTab.postMessage({ event: 'SIGNED_IN', session: sessionOf(sessionId) });
    expect(await reported).toBe(sessionOf(sessionId).access_token);
    otherTab.close();
    expect(ended).toEqual([]);
    expect(storedToken()).toBe(sessionOf('s2').access_token);
  },
);
