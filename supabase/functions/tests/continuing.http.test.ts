import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProviderError } from '../_shared/ai/provider-error.ts';
import { joinText, getTurnId } from './support/stream-reading.ts';
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

/** Sends a message and stops its reply after some words. */
async function stoppedReply() {
  const chat = await server.personInConversation();
  const { person, conversationId } = chat;
  const sending = person.send(conversationId, { content: 'Hi', leaveAfter: 3 });
  (await provider.reply()).start().write('Half a reply');
  const continues = getTurnId(await sending);
  await person.call('POST', `/conversations/${conversationId}/stop`, { turnId: continues });
  await person.resume(conversationId, continues);
  const [question] = await person.messages(conversationId);
  return { ...chat, messageId: question?.id ?? '', continues };
}

test('continues a stopped reply: its text comes first, and one whole reply replaces it', async () => {
  const { person, conversationId, messageId, continues } = await stoppedReply();

  const continuing = person.reply(conversationId, { messageId, continues });
  const reply = await provider.reply();
  reply.start().write(' and the rest').finish();
  const events = await continuing;

  expect(reply.request.continuation).toBe('Half a reply');
  expect(reply.request.history).toEqual([]);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events[1]).toEqual({ seq: 2, event: 'delta', data: { text: 'Half a reply' } });
  expect(joinText(events)).toBe('Half a reply and the rest');
  expect(events.at(-1)).toMatchObject({
    event: 'final',
    data: { text: 'Half a reply and the rest' },
  });
  const rows = await person.messages(conversationId);
  expect(rows).toMatchObject([
    { id: messageId },
    { content: 'Half a reply and the rest', alternatives: [] },
  ]);
  expect(rows[0]?.turn).toBeUndefined();
});

test('PROV-07 the model reads the partial text of a failed reply as its reply', async () => {
  const { person, conversationId } = await server.personInConversation();
  const failing = person.send(conversationId, { content: 'Hi' });
  (await provider.reply()).start().write('Half a reply').fail(new ProviderError('unavailable'));
  await failing;
  const sending = person.send(conversationId, { content: 'Shorter, please' });
  const reply = await provider.reply();
  reply.start().write('Hello').finish();
  await sending;
  expect(reply.request.history).toMatchObject([
    { role: 'user', text: 'Hi' },
    { role: 'assistant', text: 'Half a reply' },
  ]);
});

test('a continuation without new text completes the reply with the previous text', async () => {
  const { person, conversationId, messageId, continues } = await stoppedReply();
  const continuing = person.reply(conversationId, { messageId, continues });
  (await provider.reply()).start().finish();
  expect((await continuing).at(-1)).toMatchObject({
    event: 'final',
    data: { text: 'Half a reply' },
  });
});

test('a continuation that fails stores the old and the new text, and can be continued', async () => {
  const { person, conversationId, messageId, continues } = await stoppedReply();
  const failing = person.reply(conversationId, { messageId, continues });
  (await provider.reply()).start().write(', more').fail(new ProviderError('unavailable'));
  const failed = getTurnId(await failing);
  expect(await person.messages(conversationId)).toMatchObject([
    {
      turn: {
        id: failed,
        status: 'failed',
        text: 'Half a reply, more',
        replies: [expect.any(String)],
      },
    },
  ]);

  const continuing = person.reply(conversationId, { messageId, continues: failed });
  (await provider.reply()).start().write(', and the rest').finish();
  expect(joinText(await continuing)).toBe('Half a reply, more, and the rest');
});

test('a process that dies during a continuation loses neither the old nor the new text', async () => {
  const { person, conversationId, messageId, continues } = await stoppedReply();
  const timing = { staleAfterMs: 500, heartbeatMs: 100, retryForMs: 0, pollMs: 50 };
  let alive = true;
  const dying = server.otherProcess({
    provider,
    timing,
    fetch: (input, init) => (alive ? fetch(input, init) : Promise.reject(new TypeError('dead'))),
  });

  const sending = person.on(dying).reply(conversationId, { messageId, continues, leaveAfter: 4 });
  (await provider.reply()).start().write(', more');
  const turnId = getTurnId(await sending);
  alive = false;

  const living = person.on(server.otherProcess({ provider, timing }));
  const events = await living.resume(conversationId, turnId);
  expect(joinText(events)).toBe('Half a reply, more');
  expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'interrupted' } });
  expect(await living.messages(conversationId)).toMatchObject([
    { turn: { id: turnId, status: 'interrupted', text: 'Half a reply, more' } },
  ]);

  const continuing = living.reply(conversationId, { messageId, continues: turnId });
  (await provider.reply()).start().write(', and the rest').finish();
  expect(joinText(await continuing)).toBe('Half a reply, more, and the rest');
  expect(await living.messages(conversationId)).toMatchObject([
    { id: messageId },
    { content: 'Half a reply, more, and the rest' },
  ]);
});

test('a failed reply is retried without a new user message', async () => {
  const { person, conversationId } = await server.personInConversation();
  const sending = person.send(conversationId, { content: 'Hi' });
  (await provider.reply()).fail(new ProviderError('auth'));
  await sending;
  const [question] = await person.messages(conversationId);

  const again = person.reply(conversationId, { messageId: question?.id ?? '' });
  (await provider.reply()).start().write('Hello').finish();
  await again;

  const rows = await person.messages(conversationId);
  expect(rows).toMatchObject([{ content: 'Hi' }, { content: 'Hello', alternatives: [] }]);
  expect(rows[0]?.turn).toBeUndefined();
});

test('the demo continues an answer from where it was stopped', async () => {
  const server = await startConversationsServer({ demoDelayMs: 5 });
  const { person, conversationId } = await server.personInConversation();
  const content = 'Hello';
  const continues = getTurnId(await person.send(conversationId, { content, leaveAfter: 4 }));
  await person.call('POST', `/conversations/${conversationId}/stop`, { turnId: continues });
  const stopped = joinText(await person.resume(conversationId, continues));
  const [question] = await person.messages(conversationId);
  const messageId = question?.id ?? '';

  const whole = joinText(await person.reply(conversationId, { messageId }));
  const continued = joinText(await person.reply(conversationId, { messageId, continues }));

  expect(stopped.length).toBeLessThan(whole.length);
  expect(continued).toBe(whole);
  await server.stop();
});
