import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { FileClient } from './support/file-client.ts';

/* Two people with the same access can read and change only their own records. */

let server: ConversationsServer;
/** Paths of the requests that the function sent as the server. */
const calls: string[] = [];
beforeAll(async () => {
  server = await startConversationsServer({
    wrapFetch: (fetch) => (input, init) => {
      calls.push(new URL(input instanceof Request ? input.url : input).pathname);
      return fetch(input, init);
    },
  });
});
afterAll(() => server.stop());

async function twoPeople() {
  const { person: owner, assistantId, conversationId } = await server.personInConversation();
  const other = await server.person();
  await server.rows('assistant_access', {
    method: 'POST',
    body: { assistant_id: assistantId, user_id: other.userId },
  });
  return { owner, other, assistantId, conversationId };
}

/** Calls a function of the database as the server does. */
const callAsServer = (name: string, body: Record<string, unknown>) =>
  server.server.call(`/rest/v1/rpc/${name}`, {
    as: 'service',
    method: 'POST',
    body: JSON.stringify(body),
  });

test('API-38 an unsent file is removed by its owner only', async () => {
  const { owner, other, conversationId } = await twoPeople();
  const own = new FileClient(owner, server.server, conversationId);
  const { supabasePath } = await own.cleanFile();
  calls.length = 0;

  const attempt = await new FileClient(other, server.server, conversationId).remove(supabasePath);
  expect(attempt).toMatchObject({ status: 404, body: { code: 'not_found' } });
  // The function verifies the owner before the database does.
  expect(calls).not.toContain('/rest/v1/rpc/remove_attachment');
  const answer = await callAsServer('remove_attachment', {
    user_id: other.userId,
    conversation_id: conversationId,
    supabase_path: supabasePath,
  });
  expect(await answer.json()).toEqual({ outcome: 'not_found' });
  expect(await server.attachments(conversationId)).toHaveLength(1);

  expect(await own.remove(supabasePath)).toMatchObject({ status: 200 });
  expect(await server.attachments(conversationId)).toEqual([]);
});

test("50 newer conversations of another person do not hide one's own from a search", async () => {
  const { owner, other, assistantId } = await twoPeople();
  const title = 'Zebra crossing';
  const own = await owner.startConversation(assistantId, title);
  await server.rows('conversations', {
    method: 'POST',
    body: Array.from({ length: 50 }, () => ({
      user_id: other.userId,
      assistant_id: assistantId,
      title,
    })),
  });
  const search = async () =>
    owner.get(`/conversations/search?${new URLSearchParams({ q: 'zebra', limit: '20' })}`);
  const found = { rows: [{ conversation: { id: own } }] };
  expect(await search()).toMatchObject(found);

  // More text than is read of the newest conversations: conversations before "Between" are searched by the index.
  await owner.startConversation(assistantId, 'Between');
  const newest = await owner.startConversation(assistantId, 'Long');
  const content = 'ends in the afternoon with bücher '.repeat(2500);
  for (let count = 0; count < 13; count += 1)
    await server.rows('messages', {
      method: 'POST',
      body: { conversation_id: newest, role: 'assistant', content },
    });
  expect(await search()).toMatchObject(found);
});
