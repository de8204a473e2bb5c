import { afterAll, beforeAll, expect, test } from 'vitest';
import { getTurnId } from './support/stream-reading.ts';
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

test('stop ends a reply, and its text so far becomes the message', async () => {
  const { person, conversationId } = await server.personInConversation();
  const sending = person.send(conversationId, { content: 'Hi', leaveAfter: 3 });
  const reply = await provider.reply();
  reply.start().write('Half a reply');
  const turnId = getTurnId(await sending);

  const stop = () => person.call('POST', `/conversations/${conversationId}/stop`, { turnId });
  expect(await stop()).toEqual({ status: 200, body: { ok: true, data: null } });

  const events = await person.resume(conversationId, turnId);
  expect(events.at(-1)).toMatchObject({
    event: 'final',
    data: { text: 'Half a reply', stopped: true },
  });
  expect(reply.signal.aborted).toBe(true);
  expect(await person.messages(conversationId)).toMatchObject([
    { role: 'user', turn: { status: 'stopped' } },
    { role: 'assistant', content: 'Half a reply' },
  ]);
  expect(await stop()).toMatchObject({ status: 200 });
});

test('a reply stopped before its first text stores no assistant message', async () => {
  const { person, conversationId } = await server.personInConversation();
  const sending = person.send(conversationId, { content: 'Hi', leaveAfter: 1 });
  await provider.reply();
  const turnId = getTurnId(await sending);
  await person.call('POST', `/conversations/${conversationId}/stop`, { turnId });

  const events = await person.resume(conversationId, turnId);
  expect(events.at(-1)).toMatchObject({
    event: 'final',
    data: { messageId: null, text: '', stopped: true },
  });
  expect(await person.messages(conversationId)).toMatchObject([{ role: 'user' }]);
});

test('a user cannot stop or read the reply of another user', async () => {
  const { person, conversationId } = await server.personInConversation();
  const stranger = await server.personInConversation();
  const sending = person.send(conversationId, { content: 'Hi', leaveAfter: 1 });
  const reply = await provider.reply();
  const turnId = getTurnId(await sending);

  for (const id of [conversationId, stranger.conversationId]) {
    expect(
      (await stranger.person.call('POST', `/conversations/${id}/stop`, { turnId })).status,
    ).toBe(404);
    expect(
      (await stranger.person.call('GET', `/conversations/${id}/stream?turnId=${turnId}`)).status,
    ).toBe(404);
  }
  reply.start().write('Whole').finish();
  expect((await person.resume(conversationId, turnId)).at(-1)).toMatchObject({
    event: 'final',
    data: { text: 'Whole' },
  });
});

test('deleting a conversation during a reply deletes the reply too', async () => {
  const { person, conversationId } = await server.personInConversation();
  const sending = person.send(conversationId, { content: 'Hi' });
  const reply = await provider.reply();
  await person.call('DELETE', `/conversations/${conversationId}`);
  reply.start().write('Nobody reads this').finish();
  expect((await sending).map(({ event }) => event)).toEqual(['info']);
  expect(await server.rows(`messages?conversation_id=eq.${conversationId}`)).toEqual([]);
});

test('losing access to the assistant prevents sending at once, with an audit entry', async () => {
  const { person, assistantId, conversationId } = await server.personInConversation();
  await server.rows(`assistant_access?assistant_id=eq.${assistantId}`, { method: 'DELETE' });
  expect(
    await person.call('POST', `/conversations/${conversationId}/stream`, {
      content: 'Hi',
      idempotencyKey: 'k',
    }),
  ).toMatchObject({ status: 403, body: { error: "You don't have access to this assistant." } });
  expect((await server.audit(conversationId)).at(-1)).toEqual({
    action: 'denied',
    meta: { attempted: 'send_message' },
  });
});
