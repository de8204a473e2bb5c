import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('a second message during a reply is refused with 409, and accepted after it', async () => {
  const { person, conversationId } = await server.personInConversation();
  const sending = person.send(conversationId, { content: 'First' });
  const reply = await provider.reply();

  expect(
    await person.call('POST', `/conversations/${conversationId}/stream`, {
      content: 'Second',
      idempotencyKey: 'second',
    }),
  ).toEqual({
    status: 409,
    body: {
      ok: false,
      error: 'A reply is still being written. Wait for it to finish, or stop it.',
      code: 'turn_running',
    },
  });

  reply.start().write('Done').finish();
  await sending;
  const next = person.send(conversationId, { content: 'Second', idempotencyKey: 'second' });
  (await provider.reply()).start().write('Too').finish();
  expect(joinText(await next)).toBe('Too');
});

test('ENDS-03 a send repeated with its key, eight at once or later, is one message and one reply', async () => {
  const { person, conversationId } = await server.personInConversation();
  const before = provider.calls;
  const send = () => person.send(conversationId, { content: 'Once', idempotencyKey: 'once' });

  const together = Promise.all(Array.from({ length: 8 }, send));
  (await provider.reply()).start().write('Only ').write('one').finish();
  const [first, ...others] = await together;

  for (const other of others) expect(other).toEqual(first);
  expect(await send()).toEqual(first);
  expect(provider.calls - before).toBe(1);
  expect(await person.messages(conversationId)).toMatchObject([
    { role: 'user', content: 'Once' },
    { role: 'assistant', content: 'Only one' },
  ]);
});

test('two tabs that send different messages concurrently: one receives a reply, the other an error', async () => {
  const { person, conversationId } = await server.personInConversation();
  const post = (key: string) =>
    person.post({
      endpoint: `/conversations/${conversationId}/stream`,
      method: 'POST',
      body: { content: key, idempotencyKey: key },
    });
  const responses = await Promise.all([post('left'), post('right')]);
  (await provider.reply()).start().write('Hello').finish();

  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [answered] = responses.filter(({ ok }) => ok);
  expect(joinText(await readEvents(answered ?? Response.error()))).toBe('Hello');
  expect(await person.messages(conversationId)).toHaveLength(2);
});
