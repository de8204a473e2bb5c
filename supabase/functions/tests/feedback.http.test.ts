import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';

const NOBODY = '7b0f3a54-0c9e-4f3b-9f0c-1d2e3f405162';
const wrong = { rating: 'not_helpful', reason: 'wrong', comment: 'Form B.', shared: true };

let server: ConversationsServer;
let worker: ChatClient;
let conversation: string;
let reply: string;
let question: string;
beforeAll(async () => {
  server = await startConversationsServer();
  worker = await server.person();
  const assistant = await server.assistant({ label: 'Shift notes' }, [worker]);
  conversation = await worker.startConversation(assistant);
  await worker.send(conversation, { content: 'Which form?' });
  const rows = await server.rows(
    `messages?conversation_id=eq.${conversation}&select=id,role&order=created_at`,
  );
  [question = '', reply = ''] = rows.map(({ id }) => String(id));
});
afterAll(() => server.stop());

const path = (message = reply, of = conversation) =>
  `/conversations/${of}/messages/${message}/feedback`;
const list = (person = worker) => person.get(`/conversations/${conversation}/feedback`);

test('FEED-01 feedback on a reply is stored, changed and removed', async () => {
  expect(await worker.call('PUT', path(), { rating: 'helpful' })).toMatchObject({ status: 200 });
  expect(await list()).toEqual({
    rows: [{ message_id: reply, rating: 'helpful', reason: null, comment: '', shared: false }],
  });
  await worker.call('PUT', path(), wrong);
  expect(await list()).toEqual({ rows: [{ message_id: reply, ...wrong }] });
  expect(await worker.call('DELETE', path())).toMatchObject({ status: 200 });
  expect(await list()).toEqual({ rows: [] });
  expect(await worker.call('DELETE', path())).toMatchObject({ status: 200 });
});

test('FEED-02 invalid feedback is refused with the reason', async () => {
  for (const [body, error] of [
    [{}, 'Unknown rating'],
    [{ rating: 'great' }, 'Unknown rating'],
    [{ rating: 'not_helpful' }, 'Choose a reason'],
    [{ rating: 'not_helpful', reason: 'harmful' }, 'Choose a reason'],
    [{ rating: 'helpful', reason: 'wrong' }, 'Choose a reason'],
    [{ rating: 'problem', reason: 'nonsense' }, 'Choose a reason'],
    [{ ...wrong, comment: 'x'.repeat(1001) }, 'Comment must be at most 1,000 characters'],
    [{ ...wrong, comment: '\0' }, 'Text contains characters that cannot be stored'],
  ] as const)
    expect(await worker.call('PUT', path(), body)).toMatchObject({ status: 422, body: { error } });
});

test('FEED-03 only the owner of a conversation gives feedback, and only on its replies', async () => {
  await worker.call('PUT', path(), wrong);
  const other = await server.person();
  const admin = await server.person('admin');
  const missing = { status: 404, body: { code: 'message_not_found' } };
  for (const [person, address] of [
    [other, path()],
    [admin, path()],
    [worker, path(question)],
    [worker, path(NOBODY)],
    [worker, path('x')],
    [worker, path(reply, NOBODY)],
  ] as const)
    expect(await person.call('PUT', address, { rating: 'helpful' })).toMatchObject(missing);
  for (const person of [other, admin]) {
    expect(await list(person)).toEqual({ rows: [] });
    await person.call('DELETE', path());
  }
  expect(await list()).toEqual({ rows: [{ message_id: reply, ...wrong }] });
});
