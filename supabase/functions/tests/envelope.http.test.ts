import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';

const PATH = '/functions/v1/conversations';
const UNKNOWN_ID = '7b0f3a54-0c9e-4f3b-9f0c-1d2e3f405162';

let server: ConversationsServer;
let person: ChatClient;
let conversationId: string;
const lines: string[] = [];
beforeAll(async () => {
  server = await startConversationsServer({ log: (line) => lines.push(line) });
  ({ person, conversationId } = await server.personInConversation());
});
afterAll(() => server.stop());

test('API-31 a call has an endpoint, method and body; its response has ok with data or error', async () => {
  expect(await person.call('GET', '/assistants')).toMatchObject({
    status: 200,
    body: { ok: true, data: { rows: [{ label: 'House Rules' }] } },
  });
  expect(await person.call('PUT', `/conversations/${conversationId}`, { title: 'Lease' })).toEqual({
    status: 200,
    body: { ok: true, data: null },
  });
  expect(await person.call('GET', '/nowhere')).toEqual({
    status: 404,
    body: { ok: false, error: 'Not found', code: 'not_found' },
  });
  expect(await person.call('DELETE', '/conversations')).toEqual({
    status: 405,
    body: { ok: false, error: 'Method not allowed', code: 'method_not_allowed' },
  });
});

test("API-32 a call without a session is refused with 'Not authenticated', and is not logged", async () => {
  lines.length = 0;
  const envelope = JSON.stringify({ endpoint: '/conversations', method: 'GET' });
  const { publishableKey, secretKey } = server.server;
  for (const authorization of [
    undefined,
    'Bearer',
    'Basic abc',
    'Bearer not-a-token',
    `Bearer ${publishableKey}`,
    `Bearer ${secretKey}`,
    'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
  ]) {
    const response = await server.server.call(PATH, {
      method: 'POST',
      body: envelope,
      ...(authorization && { headers: { authorization } }),
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      ok: false,
      error: 'Not authenticated',
      code: 'not_authenticated',
    });
  }
  expect(lines).toEqual([]);
});

test.each([
  ['no JSON', '{', 400],
  ['nothing', '', 400],
  ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 400],
  ['no envelope', '[]', 422],
  ['null', 'null', 422],
  ['no endpoint', '{"method":"GET"}', 422],
  ['an endpoint that is no path', '{"endpoint":"http://x/","method":"GET"}', 422],
  ['an unknown method', '{"endpoint":"/conversations","method":"PATCH"}', 422],
  ['another host', '{"endpoint":"//evil.example/conversations","method":"GET"}', 404],
  ['a broken escape', '{"endpoint":"/assistants/%E0%A4%A","method":"GET"}', 404],
  ['a broken query', '{"endpoint":"/conversations?page=%E0%A4%A","method":"GET"}', 422],
  ['a prototype’s name', '{"endpoint":"/__proto__","method":"GET"}', 404],
])('malformed input gives a client error, not a server error: %s', async (_, body, status) => {
  const response = await server.server.call(PATH, {
    method: 'POST',
    headers: { authorization: person.authorization, 'content-type': 'application/json' },
    body,
  });
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ ok: false });
});

test.each([
  ['POST', '/conversations', null],
  ['POST', '/conversations', []],
  ['POST', '/conversations', { assistantId: 'x' }],
  ['POST', '/conversations', { assistantId: UNKNOWN_ID, title: 7 }],
  ['POST', '/conversations', { assistantId: UNKNOWN_ID, title: 'a\0b' }],
  ['GET', '/conversations?page=0', undefined],
  ['GET', '/conversations?pageSize=1e9', undefined],
  ['GET', '/conversations?assistantId=1', undefined],
  ['GET', '/assistants?q=%00', undefined],
  ['GET', `/assistants?q=${'x'.repeat(81)}`, undefined],
  ['GET', '/assistants?kind=team', undefined],
])(
  'a request that violates the contract is refused with 422: %s %s %j',
  async (method, endpoint, body) => {
    expect(await person.call(method, endpoint, body)).toMatchObject({
      status: 422,
      body: { ok: false, code: 'validation_failed' },
    });
  },
);

test('a refusal says which rules failed, without repeating the value', async () => {
  const { body } = await person.call('POST', '/conversations', {
    assistantId: 'x',
    title: 'y'.repeat(121),
  });
  expect(body).toEqual({
    ok: false,
    error: 'Invalid assistant ID, Title too long',
    code: 'validation_failed',
    details: {
      issues: [
        { path: 'assistantId', message: 'Invalid assistant ID' },
        { path: 'title', message: 'Title too long' },
      ],
    },
  });
});

test('a page beyond the last is empty, not an error', async () => {
  expect(await person.get('/conversations?page=4000')).toEqual({
    rows: [],
    total: 1,
    page: 4000,
    pageSize: 25,
    nextCursor: null,
  });
});

test('a body over the limit is refused with 413', async () => {
  expect(await person.call('POST', '/conversations', { title: 'x'.repeat(300_000) })).toMatchObject(
    {
      status: 413,
      body: { ok: false, code: 'payload_too_large' },
    },
  );
});

test('unknown fields are ignored', async () => {
  const { status } = await person.call('PUT', `/conversations/${conversationId}`, {
    title: 'Lease',
    user_id: UNKNOWN_ID,
    assistant_id: UNKNOWN_ID,
  });
  expect(status).toBe(200);
  expect(await person.get(`/conversations/${conversationId}`)).toMatchObject({ title: 'Lease' });
});

test('no answer may be kept by a cache', async () => {
  const answers = [
    await person.post({ endpoint: '/conversations', method: 'GET' }),
    await server.server.call(PATH, { method: 'POST', body: '{}' }),
  ];
  for (const { headers } of answers) {
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('another method than POST is refused', async () => {
  expect((await server.server.call(PATH)).status).toBe(405);
});
