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

test('an edited message starts a branch, and the earlier branch can be selected again', async () => {
  const chat = await server.personInConversation();
  const { person, conversationId } = chat;
  await sendAndReply(provider, chat, { content: 'One' }, 'First');
  const second = await sendAndReply(provider, chat, { content: 'Two' }, 'Second');
  await sendAndReply(provider, chat, { content: 'Three' }, 'Third');

  const edited = await sendAndReply(
    provider,
    chat,
    { content: 'Zwei', replaces: second.question },
    'Zweitens',
  );

  expect(await listContents(chat)).toEqual(['One', 'First', 'Zwei', 'Zweitens']);
  expect((await person.messages(conversationId))[2]).toMatchObject({
    id: edited.question,
    alternatives: [second.question, edited.question],
  });
  expect(await person.chooseBranch(conversationId, second.question)).toEqual({
    status: 200,
    body: { ok: true, data: null },
  });
  expect(await listContents(chat)).toEqual(['One', 'First', 'Two', 'Second', 'Three', 'Third']);
  expect((await person.messages(conversationId))[2]?.alternatives).toEqual([
    second.question,
    edited.question,
  ]);
});

test('the provider receives the path to the message, and no other branch', async () => {
  const chat = await server.personInConversation();
  await sendAndReply(provider, chat, { content: 'One' }, 'First');
  const second = await sendAndReply(provider, chat, { content: 'Secret branch' }, 'Secret reply');
  await sendAndReply(provider, chat, { content: 'Secret question' }, 'Secret too');

  const sending = chat.person.send(chat.conversationId, {
    content: 'Two',
    replaces: second.question,
  });
  const reply = await provider.reply();
  reply.start().write('Second').finish();
  await sending;

  expect(reply.request.history).toEqual([
    { role: 'user', text: 'One', openaiMessageId: null },
    { role: 'assistant', text: 'First', openaiMessageId: 'msg_1' },
  ]);
  expect(reply.request.question).toBe('Two');
  expect(JSON.stringify(reply.request)).not.toContain('Secret');
});

test('the provider receives the latest 60,000 characters of a long conversation', async () => {
  const { person, conversationId } = await server.personInConversation();
  const ids = await server.layMessages(conversationId, 400);
  await server.rows(`messages?id=in.(${ids.slice(250, 260).join()})`, {
    method: 'PATCH',
    body: { content: 'x'.repeat(16_000) },
  });
  const sending = person.send(conversationId, { content: 'Hi' });
  const reply = await provider.reply();
  reply.start().write('Hello').finish();
  await sending;

  const { history } = reply.request;
  expect(history.at(-1)?.text).toBe('Message 399');
  expect(history).toHaveLength(140 + 3);
  expect(history.map(({ text }) => text).join('').length).toBeLessThanOrEqual(60_000);
});
