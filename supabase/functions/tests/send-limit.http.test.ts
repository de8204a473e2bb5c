import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';

let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer({ sendsPerMinute: 2 });
});
afterAll(() => server.stop());

test('sending more often than allowed is refused with 429 and a plain sentence, for the one person only', async () => {
  const { person, assistantId, conversationId } = await server.personInConversation();
  const another = await person.startConversation(assistantId);
  await person.send(conversationId, { content: 'One', idempotencyKey: 'one' });
  await person.send(another, { content: 'Two' });

  expect(
    await person.call('POST', `/conversations/${conversationId}/stream`, {
      content: 'Three',
      idempotencyKey: 'k',
    }),
  ).toEqual({
    status: 429,
    body: {
      ok: false,
      error: 'You are sending messages too quickly. Please wait a minute and try again.',
      code: 'rate_limited',
    },
  });
  expect(
    (await person.send(conversationId, { content: 'One', idempotencyKey: 'one' })).at(-1)?.event,
  ).toBe('final');

  const other = await server.personInConversation();
  expect((await other.person.send(other.conversationId, { content: 'Hi' })).at(-1)?.event).toBe(
    'final',
  );
});
