import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';

let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer();
});
afterAll(() => server.stop());

test('a conversation is read from its end, page by page, each message once', async () => {
  const { person, conversationId } = await server.personInConversation();
  const ids = await server.layMessages(conversationId, 120);

  const last = await person.page(conversationId, { limit: '50' });
  expect(last.rows.map(({ id }) => id)).toEqual(ids.slice(70));
  expect(last.hasEarlier).toBe(true);

  const middle = await person.page(conversationId, { limit: '50', before: ids[70] ?? '' });
  expect(middle.rows.map(({ id }) => id)).toEqual(ids.slice(20, 70));
  expect(middle.hasEarlier).toBe(true);

  const first = await person.page(conversationId, { limit: '50', before: ids[20] ?? '' });
  expect(first.rows.map(({ id }) => id)).toEqual(ids.slice(0, 20));
  expect(first.hasEarlier).toBe(false);
});

test('a conversation is read up to a message, for a link to it', async () => {
  const { person, conversationId } = await server.personInConversation();
  const ids = await server.layMessages(conversationId, 300);
  const { rows, hasEarlier } = await person.page(conversationId, { until: ids[30] ?? '' });
  expect(rows.map(({ id }) => id)).toEqual(ids.slice(30));
  expect(hasEarlier).toBe(true);
});

test('earlier pages fit the pages read before, although new messages arrive', async () => {
  const { person, conversationId } = await server.personInConversation();
  const ids = await server.layMessages(conversationId, 20);
  const last = await person.page(conversationId, { limit: '10' });
  await person.send(conversationId, { content: 'New' });
  const earlier = await person.page(conversationId, {
    limit: '200',
    before: last.rows[0]?.id ?? '',
  });
  expect([...earlier.rows, ...last.rows].map(({ id }) => id)).toEqual(ids);
});

test('the last page reports that there is no earlier one, and an empty conversation has one empty page', async () => {
  const { person, conversationId } = await server.personInConversation();
  expect(await person.page(conversationId, { limit: '50' })).toEqual({
    rows: [],
    hasEarlier: false,
    version: expect.any(Number),
  });
  const [first = '', reply = ''] = await server.layMessages(conversationId, 2);
  expect(await person.page(conversationId, { limit: '1', before: reply })).toMatchObject({
    rows: [{ id: first, parent_id: null }],
    hasEarlier: false,
  });
});
