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

test('sending too often is refused with 429 and an error message, for that user only', async () => {
  const { person, assistantId, conversationId } = await server.personInConversation();
  const another = await person.startConversation(assistantId, 'Another');
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

test('replies of a day are limited by role: a warning at four fifths, a refusal with the reset time at the limit, even for concurrent sends', async () => {
  const limited = await startConversationsServer({ dailyReplies: { default: null, office: 5 } });
  const office = await limited.person('office');
  const assistantId = await limited.assistant({ label: 'House Rules' }, [office]);
  const ids = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      office.startConversation(assistantId, `Chat ${index}`),
    ),
  );
  const answers = await Promise.all(
    ids.map((id) =>
      office
        .post({
          endpoint: `/conversations/${id}/stream`,
          method: 'POST',
          body: { content: 'Hi', idempotencyKey: 'k' },
        })
        .then(async (response) => ({ status: response.status, text: await response.text() })),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...Array.from({ length: 5 }, () => 200),
    ...Array.from({ length: 19 }, () => 429),
  ]);
  const warned = answers.filter(({ text }) =>
    text.includes('You have used 4 of your 5 replies in 24 hours.'),
  );
  expect(warned).toHaveLength(1);
  expect(answers.find(({ status }) => status === 429)?.text).toContain(
    'You have used all of your 5 replies in 24 hours. You can send again in 24 hours.',
  );

  const other = await limited.personInConversation();
  expect((await other.person.send(other.conversationId, { content: 'Hi' })).at(-1)?.event).toBe(
    'final',
  );
  await limited.stop();
});
