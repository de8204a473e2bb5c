import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';

let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer();
});
afterAll(() => server.stop());

async function titleOf(person: ChatClient, conversationId: string): Promise<unknown> {
  const conversation = await person.get(`/conversations/${conversationId}`);
  return (conversation as { title: unknown }).title;
}

test('a conversation without a title is named after its first message, once', async () => {
  const { person, conversationId } = await server.personInConversation();
  await person.send(conversationId, { content: '# How do I **report** it?\nIt was a mat.' });
  expect(await titleOf(person, conversationId)).toBe('How do I report it?');

  await person.send(conversationId, { content: 'And then?' });
  const [first] = await person.messages(conversationId);
  await person.send(conversationId, { content: 'Something else', replaces: first?.id ?? '' });
  expect(await titleOf(person, conversationId)).toBe('How do I report it?');
});

test('a title set by the user, on creation or before the first message, is unchanged', async () => {
  const { person, assistantId, conversationId } = await server.personInConversation();
  const named = await person.startConversation(assistantId, 'New conversation');
  await person.call('PUT', `/conversations/${conversationId}`, { title: 'Lease' });
  for (const id of [named, conversationId]) await person.send(id, { content: 'Hello' });

  expect(await titleOf(person, named)).toBe('New conversation');
  expect(await titleOf(person, conversationId)).toBe('Lease');
});

test('an automatic title can be changed, and is not replaced', async () => {
  const { person, conversationId } = await server.personInConversation();
  await person.send(conversationId, { content: 'Hello' });
  await person.call('PUT', `/conversations/${conversationId}`, { title: 'Greetings' });
  await person.send(conversationId, { content: 'Hello again' });
  expect(await titleOf(person, conversationId)).toBe('Greetings');
});

test('a refused message sets no title', async () => {
  const { person, conversationId } = await server.personInConversation();
  const refused = await person.call('POST', `/conversations/${conversationId}/stream`, {
    content: 'Hello',
    replaces: conversationId,
    idempotencyKey: 'k',
  });
  expect(refused.status).toBe(404);
  expect(await titleOf(person, conversationId)).toBe('New conversation');
});
