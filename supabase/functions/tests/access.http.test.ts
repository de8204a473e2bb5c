import { PATIENCE } from '@homie/server/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { UnreliableDatabase } from './support/unreliable-database.ts';

const PATH = '/functions/v1/conversations';
const FRIEND = 'https://friend.example.org';

const database = new UnreliableDatabase();
let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer({
    wrapFetch: database.wrap('start_turn'),
    corsOrigins: [FRIEND],
  });
});
afterAll(() => server.stop());

test('the functions of the database that write turns are closed to people and visitors', async () => {
  const { person, conversationId } = await server.personInConversation();
  const id = '7b0f3a54-0c9e-4f3b-9f0c-1d2e3f405162';
  const calls: Record<string, Record<string, unknown>> = {
    start_turn: {
      user_id: person.userId,
      conversation_id: conversationId,
      content: 'Hi',
      attachment_paths: [],
      idempotency_key: 'k',
      provider: 'demo',
      writer_id: id,
    },
    append_turns_events: { appends: [] },
    fold_turn_events: {},
    finish_turn: { turn_id: id, status: 'completed' },
    read_turn: { turn_id: id, after_seq: 0 },
    request_turn_stop: { user_id: person.userId, conversation_id: conversationId, turn_id: id },
    interrupt_stale_turns: {},
  };
  for (const [name, body] of Object.entries(calls)) {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const asPerson = await server.server.call(`/rest/v1/rpc/${name}`, {
      ...init,
      headers: { authorization: person.authorization },
    });
    expect(asPerson.status).toBe(403);
    expect((await server.server.call(`/rest/v1/rpc/${name}`, init)).status).toBe(401);
  }
  expect(await person.messages(conversationId)).toEqual([]);
});

test('only listed origins pass CORS', async () => {
  const preflight = (origin: string) =>
    server.server.call(PATH, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,apikey,content-type,last-event-id',
      },
    });
  const allowed = (await preflight(FRIEND)).headers;
  expect(allowed.get('access-control-allow-origin')).toBe(FRIEND);
  expect(allowed.get('access-control-allow-headers')?.toLowerCase()).toContain('last-event-id');
  for (const origin of ['https://evil.example.org', `${FRIEND}.evil.org`, 'null']) {
    expect((await preflight(origin)).headers.has('access-control-allow-origin')).toBe(false);
  }

  const { person } = await server.personInConversation();
  const envelope = { endpoint: '/conversations', method: 'GET' };
  const answered = await person.post(envelope, { origin: FRIEND });
  expect(answered.headers.get('access-control-allow-origin')).toBe(FRIEND);
  expect(
    (await person.post(envelope, { origin: 'https://evil.example.org' })).headers.has(
      'access-control-allow-origin',
    ),
  ).toBe(false);
});

test('returns 503 with an error message if the database does not respond, and stores no message', async () => {
  const { person, conversationId } = await server.personInConversation();
  database.trouble = 'refuse';
  const answer = await person.call('POST', `/conversations/${conversationId}/stream`, {
    content: 'Hi',
    idempotencyKey: 'k',
  });
  database.trouble = 'none';
  expect(answer).toEqual({
    status: 503,
    body: {
      ok: false,
      error: 'The service is temporarily unavailable. Please try again.',
      code: 'unavailable',
    },
  });
  expect(await person.messages(conversationId)).toEqual([]);
});

test('stores a message once and replies if the response of the database is lost', async () => {
  const { person, conversationId } = await server.personInConversation();
  const before = database.cut;
  database.trouble = 'lose';
  const sending = person.send(conversationId, { content: 'Hi' });
  await vi.waitUntil(() => database.cut > before, PATIENCE);
  database.trouble = 'none';

  expect((await sending).at(-1)?.event).toBe('final');
  expect(await person.messages(conversationId)).toMatchObject([
    { role: 'user', content: 'Hi' },
    { role: 'assistant' },
  ]);
});
