import { getQueryClient } from '@homie/api-client';
import { createAuth } from '@homie/auth';
import { manifestSchema } from '@homie/composition';
import { testEnvironment } from '@homie/composition/testing';
import type { StoredSession } from '@homie/contracts';
import { render } from '@testing-library/react';
import { vi } from 'vitest';
import { App } from '../app/app';
import { consumeAuthLink } from '../app/auth-link';
import { createRemoteLoader } from '../remotes/loading/remote-loader';

/** The key under which the session is stored. */
export const SESSION_KEY = 'sb-homie-auth-token';

/** Creates a session that does not expire during a test. */
export function testSession(email = 'ada@test.example'): StoredSession {
  const claims = { sub: 'u1', exp: 4_000_000_000 };
  return {
    access_token: `e30.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.c2ln`,
    refresh_token: 'refresh',
    expires_at: claims.exp,
    expires_in: 3600,
    token_type: 'bearer',
    user: { id: 'u1', email, user_metadata: { notice_confirmed_at: '2026-11-01T00:00:00Z' } },
  };
}

/** Responses of the server by method and address. The first match counts. */
export type Answers = Record<string, () => Response | Promise<Response>>;

const session = () => Response.json(testSession());
const DEFAULTS: Answers = {
  'POST /auth/v1/token': session,
  'POST /auth/v1/verify': session,
  'PUT /auth/v1/user': () => Response.json(testSession().user),
  'POST /auth/v1/signup': () => Response.json({ id: 'u1', email: 'ada@test.example' }),
  'POST /auth/v1/recover': () => Response.json({}),
  'POST /auth/v1/logout': () => new Response(null, { status: 204 }),
  'POST /rest/v1/rpc/is_admin': () => Response.json(false),
};

/** Creates the response to a request that the service refuses. */
export const refusal = (status: number, error_code: string, msg: string) =>
  Response.json({ code: status, error_code, msg }, { status });

/** Creates an answer that a test holds until it releases it. */
export function held(answer: () => Response) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  return { answer: () => released.then(answer), release };
}

// jsdom has none.
performance.measure ??= () => ({}) as PerformanceMeasure;

const screenOf = (name: string) => ({ default: () => <h1>{`Screens of ${name}`}</h1> });

/** Renders the whole shell at an address, with screens of remotes that are only a heading. Returns the requests. */
export function renderApp(
  address: string,
  {
    stored,
    answers = {},
    ...settings
  }: { stored?: StoredSession; answers?: Answers; demoMode?: boolean } = {},
) {
  localStorage.clear();
  sessionStorage.clear();
  getQueryClient().clear();
  if (stored) localStorage.setItem(SESSION_KEY, JSON.stringify(stored));
  window.history.replaceState(null, '', address);
  const request = vi.fn<(called: string) => void>();
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { method, url } = new Request(new URL(String(input), location.origin), init);
    const called = `${method} ${url.slice(location.origin.length)}`;
    request(called);
    const find = (all: Answers) => Object.entries(all).find(([key]) => called.startsWith(key))?.[1];
    return (find(answers) ?? find(DEFAULTS))?.() ?? Response.json({});
  });
  const environment = testEnvironment(settings);
  const auth = createAuth(environment);
  const remote = (name: string) => ({ version: '2.0.0', entry: `/remotes/${name}/2.0.0/entry.js` });
  const remotes = createRemoteLoader({
    runtime: {
      load: async ({ name }) => screenOf(name),
      diagnose: async () => ({ reason: 'missing', text: '' }),
    },
    readManifest: async () => ({
      manifest: manifestSchema.parse({
        schemaVersion: 1,
        revision: 1,
        remotes: { chat: remote('chat'), admin: remote('admin') },
      }),
    }),
    provided: {},
    forPerson: undefined,
    report: () => undefined,
  });
  void remotes.start();
  const link = consumeAuthLink(window);
  auth.start();
  render(<App {...{ environment, auth, remotes, link }} />);
  return request;
}
