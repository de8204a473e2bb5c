import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendAndReply, readReplyIds, listContents } from './support/replies.ts';
import { readEvents, joinText } from './support/stream-reading.ts';
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

test('another reply is an alternative to the first one, and either can be shown', async () => {
  const chat = await server.personInConversation();
  const { person, conversationId } = chat;
  const first = await sendAndReply(provider, chat, { content: 'One' }, 'First');

  const replying = person.reply(conversationId, { messageId: first.question });
  (await provider.reply()).start().write('Another').finish();
  const events = await replying;

  expect(events[0]).toMatchObject({ event: 'info', data: { userMessageId: first.question } });
  expect(joinText(events)).toBe('Another');
  const rows = await person.messages(conversationId);
  expect(rows).toMatchObject([
    { id: first.question },
    { content: 'Another', alternatives: [first.answer, readReplyIds(events).answer] },
  ]);
  await person.chooseBranch(conversationId, first.answer);
  expect(await listContents(chat)).toEqual(['One', 'First']);
});

test('while a reply is running, no other reply starts', async () => {
  const chat = await server.personInConversation();
  const { person, conversationId } = chat;
  const { question } = await sendAndReply(provider, chat, { content: 'One' }, 'First');
  const replying = person.reply(conversationId, { messageId: question });
  const reply = await provider.reply();

  const path = `/conversations/${conversationId}`;
  const refused = { status: 409, body: { code: 'turn_running' } };
  expect(
    await person.call('POST', `${path}/reply`, { messageId: question, idempotencyKey: 'other' }),
  ).toMatchObject(refused);
  expect(
    await person.call('POST', `${path}/stream`, {
      content: 'Uno',
      replaces: question,
      idempotencyKey: 'other',
    }),
  ).toMatchObject(refused);

  reply.start().write('Another').finish();
  await replying;
  expect(await listContents(chat)).toEqual(['One', 'Another']);
});

test('another reply requested again with the same key, concurrently or later, is written once', async () => {
  const chat = await server.personInConversation();
  const { question } = await sendAndReply(provider, chat, { content: 'One' }, 'First');
  const before = provider.calls;
  const again = () =>
    chat.person.reply(chat.conversationId, { messageId: question, idempotencyKey: 'again' });

  const together = Promise.all([again(), again(), again()]);
  (await provider.reply()).start().write('Another').finish();
  const [first, second, third] = await together;

  expect(second).toEqual(first);
  expect(third).toEqual(first);
  expect(await again()).toEqual(first);
  expect(provider.calls - before).toBe(1);
  expect((await chat.person.messages(chat.conversationId))[1]?.alternatives).toHaveLength(2);
});

test('two tabs that request another reply concurrently: one receives it, the other an error', async () => {
  const chat = await server.personInConversation();
  const { question } = await sendAndReply(provider, chat, { content: 'One' }, 'First');
  const post = (idempotencyKey: string) =>
    chat.person.post({
      endpoint: `/conversations/${chat.conversationId}/reply`,
      method: 'POST',
      body: { messageId: question, idempotencyKey },
    });

  const responses = await Promise.all([post('left'), post('right')]);
  (await provider.reply()).start().write('Another').finish();

  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [answered] = responses.filter(({ ok }) => ok);
  expect(joinText(await readEvents(answered ?? Response.error()))).toBe('Another');
  expect(await listContents(chat)).toEqual(['One', 'Another']);
});

test('another reply is audited as a run, but not as a message', async () => {
  const chat = await server.personInConversation();
  const { question } = await sendAndReply(provider, chat, { content: 'One' }, 'First');
  const replying = chat.person.reply(chat.conversationId, { messageId: question });
  (await provider.reply()).start().write('Another').finish();
  await replying;
  const run = ['run_started', 'run_stream_started', 'run_stream_completed', 'run_succeeded'];
  expect((await server.audit(chat.conversationId)).map(({ action }) => action)).toEqual([
    'conversation_created',
    'send_message',
    ...run,
    ...run,
  ]);
});
