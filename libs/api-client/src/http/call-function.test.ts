import { afterEach, expect, test, vi } from 'vitest';
import { scriptedFetch, testApi, type ScriptedAnswer } from '../testing/scripted-server';
import { callFunction, formatCall, FUNCTION_PATH, withQuery } from './call-function';

afterEach(() => {
  vi.unstubAllGlobals();
  delete globalThis.firstResponses;
});

function network(...answers: ScriptedAnswer[]) {
  const { fetch, requests } = scriptedFetch(...answers);
  vi.stubGlobal('fetch', fetch);
  return requests;
}
const anything = { parse: (data: unknown) => data };
const call = { endpoint: '/conversations', method: 'GET' } as const;

test("ERR-02 a session lookup that fails is an 'Authentication error', and sends no request", async () => {
  const requests = network();
  const api = testApi({ getAccessToken: () => Promise.reject(new Error('storage broken')) });
  await expect(callFunction(api, anything, call)).rejects.toMatchObject({
    message: 'Authentication error',
    code: 'authentication_error',
  });
  expect(requests).toHaveLength(0);
});

test("ERR-02 without a session the call fails with 'Not authenticated', and sends no request", async () => {
  const requests = network();
  const api = testApi({ getAccessToken: async () => null });
  await expect(callFunction(api, anything, call)).rejects.toMatchObject({
    message: 'Not authenticated',
    status: 401,
  });
  expect(requests).toHaveLength(0);
});

test("ERR-02 a call that fails to connect is a 'Network error'", async () => {
  network(new TypeError('Failed to fetch'));
  await expect(callFunction(testApi(), anything, call)).rejects.toMatchObject({
    message: 'Network error',
    code: 'network_error',
  });
});

test('OPS-06 a body that a proxy refuses with its own page is too large, which is no failed connection', async () => {
  network(new Response('<html><h1>413 Request Entity Too Large</h1></html>', { status: 413 }));
  await expect(callFunction(testApi(), anything, call)).rejects.toMatchObject({
    message: 'This is too large to send.',
    code: 'payload_too_large',
  });
});

test('a call sends endpoint, method and body in one envelope, and the user’s token', async () => {
  const requests = network(Response.json({ ok: true, data: { rows: [] } }));
  const body = { title: 'x' };
  const data = await callFunction(testApi(), anything, { ...call, method: 'POST', body });
  expect(data).toEqual({ rows: [] });
  expect(requests[0]?.url).toBe('https://backend.example/functions/v1/conversations');
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer token-1');
  expect(requests[0]?.headers.get('apikey')).toBe('sb_publishable_test');
  expect(await requests[0]?.json()).toEqual({ ...call, method: 'POST', body });
});

test('a call whose token is known is requested at once, before the page renders what led to it', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () =>
    Response.json({ ok: true, data: 'sent' }),
  );
  vi.stubGlobal('fetch', fetch);
  const sent = callFunction(testApi({ getAccessToken: () => 'token-1' }), anything, call);
  expect(fetch).toHaveBeenCalledOnce();
  expect(await sent).toBe('sent');
});

function requestedByPage(response: Promise<Response>, token = 'token-1', ageMs = 0) {
  vi.stubGlobal('requestAnimationFrame', (onFrame: () => void) => onFrame());
  // As in first-requests.js: the call handles the failure.
  response.catch(() => undefined);
  globalThis.firstResponses = {
    token,
    sentAt: performance.now() - ageMs,
    responses: new Map([[FUNCTION_PATH + formatCall(call), response]]),
  };
}

test('a call takes the response that the page requested before the app started, once', async () => {
  const requests = network(Response.json({ ok: true, data: 'second' }));
  requestedByPage(Promise.resolve(Response.json({ ok: true, data: 'first' })));
  expect(await callFunction(testApi(), anything, call)).toBe('first');
  expect(requests).toHaveLength(0);
  expect(await callFunction(testApi(), anything, call)).toBe('second');
  expect(requests).toHaveLength(1);
});

test.each([
  ['of another session', 'token-2', 0],
  ['older than 30 seconds', 'token-1', 30_001],
])('a call does not take a response %s', async (_, token, ageMs) => {
  const requests = network(Response.json({ ok: true, data: 'own' }));
  requestedByPage(Promise.resolve(Response.json({ ok: true, data: 'first' })), token, ageMs);
  expect(await callFunction(testApi(), anything, call)).toBe('own');
  expect(requests).toHaveLength(1);
});

test("a request of the page that fails to connect is a 'Network error' of its call", async () => {
  network();
  requestedByPage(Promise.reject(new TypeError('Failed to fetch')));
  await expect(callFunction(testApi(), anything, call)).rejects.toMatchObject({
    code: 'network_error',
  });
});

test('a refusal has the server’s message, code and status, and a refused session is reported', async () => {
  const refused = { ok: false, error: 'Not authenticated', code: 'not_authenticated' };
  network(Response.json(refused, { status: 401 }));
  const onAuthError = vi.fn<() => Promise<void>>(async () => {});
  const calling = callFunction(testApi({ onAuthError }), anything, call);
  await expect(calling).rejects.toMatchObject({ code: 'not_authenticated', status: 401 });
  expect(onAuthError).toHaveBeenCalledOnce();
});

test('an expired token is refreshed once, and the call is repeated', async () => {
  const refused = { ok: false, error: 'Not authenticated', code: 'not_authenticated' };
  const requests = network(
    Response.json(refused, { status: 401 }),
    Response.json({ ok: true, data: 'here' }),
  );
  let token = 'old';
  const api = testApi({
    getAccessToken: async () => token,
    onAuthError: async () => void (token = 'new'),
  });
  expect(await callFunction(api, anything, call)).toBe('here');
  const sent = requests.map(({ headers }) => headers.get('authorization'));
  expect(sent).toEqual(['Bearer old', 'Bearer new']);
});

test('a response that violates its contract is an error', async () => {
  network(Response.json({ ok: true, data: 'nonsense' }));
  const schema = {
    parse: () => {
      throw new Error('not a list');
    },
  };
  await expect(callFunction(testApi(), schema, call)).rejects.toMatchObject({
    code: 'unexpected_answer',
  });
});

test('parameters are sent in the endpoint’s query; those without a value are omitted', () => {
  expect(withQuery('/assistants', { q: 'a b&c', kind: undefined, limit: 50 })).toBe(
    '/assistants?q=a+b%26c&limit=50',
  );
  expect(withQuery('/assistants', { q: '' })).toBe('/assistants');
});
