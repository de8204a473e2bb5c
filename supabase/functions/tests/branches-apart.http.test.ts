import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendAndReply, listContents } from './support/replies.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { ScriptedProvider } from './support/scripted-provider.ts';

const provider = new ScriptedProvider();
let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer({ dependencies: { provider } });
});
afterAll(() => server.stop());

test('messages of other conversations are indistinguishable from messages that do not exist', async () => {
  const chat = await server.personInConversation();
  const { person, conversationId } = chat;
  const mine = await sendAndReply(provider, chat, { content: 'Mine' }, 'Mine too');
  const elsewhere = {
    person,
    conversationId: await person.startConversation(chat.assistantId),
  };
  const other = await sendAndReply(provider, elsewhere, { content: 'Elsewhere' }, 'There');
  const stranger = await sendAndReply(
    provider,
    await server.personInConversation(),
    { content: 'Theirs' },
    'Yes',
  );
  const before = await person.messages(conversationId);

  const path = `/conversations/${conversationId}`;
  for (const { question, turn } of [
    other,
    stranger,
    { question: crypto.randomUUID(), turn: crypto.randomUUID() },
  ]) {
    const idempotencyKey = crypto.randomUUID();
    for (const answer of await Promise.all([
      person.call('POST', `${path}/stream`, { content: 'x', replaces: question, idempotencyKey }),
      person.call('POST', `${path}/reply`, { messageId: question, idempotencyKey }),
      person.call('POST', `${path}/reply`, {
        messageId: mine.question,
        continues: turn,
        idempotencyKey,
      }),
      person.chooseBranch(conversationId, question),
      person.call('GET', `${path}/messages?before=${question}`),
      person.call('GET', `${path}/messages?until=${question}`),
    ])) {
      expect(answer).toEqual({
        status: 404,
        body: {
          ok: false,
          code: 'message_not_found',
          error: 'This message no longer exists.',
        },
      });
    }
  }
  expect(await person.messages(conversationId)).toEqual(before);
});

test('a user cannot branch in a conversation of another user', async () => {
  const chat = await server.personInConversation();
  const { question, answer } = await sendAndReply(provider, chat, { content: 'One' }, 'First');
  const { person: stranger } = await server.personInConversation();
  const path = `/conversations/${chat.conversationId}`;
  const idempotencyKey = crypto.randomUUID();
  for (const attempt of [
    stranger.call('POST', `${path}/stream`, { content: 'x', replaces: question, idempotencyKey }),
    stranger.call('POST', `${path}/reply`, { messageId: question, idempotencyKey }),
    stranger.chooseBranch(chat.conversationId, answer),
    stranger.call('GET', `${path}/messages?before=${answer}`),
  ]) {
    expect(await attempt).toMatchObject({
      status: 404,
      body: { code: 'conversation_not_found' },
    });
  }
  expect(await listContents(chat)).toEqual(['One', 'First']);
});

test('losing access to the assistant also prevents replies and branches', async () => {
  const chat = await server.personInConversation();
  const { question } = await sendAndReply(provider, chat, { content: 'One' }, 'First');
  await server.rows(`assistant_access?assistant_id=eq.${chat.assistantId}`, { method: 'DELETE' });
  const path = `/conversations/${chat.conversationId}`;
  expect(
    await chat.person.call('POST', `${path}/reply`, { messageId: question, idempotencyKey: 'k' }),
  ).toMatchObject({ status: 403, body: { code: 'assistant_access_denied' } });
  expect(await chat.person.chooseBranch(chat.conversationId, question)).toMatchObject({
    status: 404,
    body: { code: 'conversation_not_found' },
  });
  expect((await server.audit(chat.conversationId)).at(-1)?.action).toBe('denied');
});

test('invalid requests for replies and branches are refused with a reason', async () => {
  const { person, conversationId } = await server.personInConversation();
  const path = `/conversations/${conversationId}`;
  const refusals: [method: string, endpoint: string, body: unknown, error: string][] = [
    ['POST', `${path}/reply`, { messageId: 'x', idempotencyKey: 'k' }, 'Invalid message ID'],
    ['POST', `${path}/reply`, { messageId: conversationId }, 'idempotencyKey is required'],
    ['PUT', `${path}/branch`, {}, 'Invalid message ID'],
    ['GET', `${path}/messages?limit=0`, undefined, 'limit must be at least 1'],
    ['GET', `${path}/messages?limit=201`, undefined, 'limit must be at most 200'],
    ['GET', `${path}/messages?before=x`, undefined, 'Invalid message ID'],
  ];
  for (const [method, endpoint, body, error] of refusals) {
    expect(await person.call(method, endpoint, body)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', error },
    });
  }
});
