import { exportedConversationSchema, type ExportedConversation } from '@homie/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProviderError } from '../_shared/ai/provider-error.ts';
import type { ChatClient } from './support/chat-client.ts';
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

async function exported(
  person: ChatClient,
  conversationId: string,
  format: string,
): Promise<ExportedConversation> {
  const answer = await person.get(`/conversations/${conversationId}/export?format=${format}`);
  return exportedConversationSchema.parse(answer);
}

/** Creates a conversation with an edited message, another reply and a failed reply. */
async function branchedConversation() {
  const chat = await server.personInConversation();
  const { person, conversationId } = chat;
  const answered = async (events: Promise<unknown>, answer: string) => {
    (await provider.reply()).start().write(answer).finish();
    await events;
  };
  await answered(person.send(conversationId, { content: 'One' }), 'First');
  const [{ id = '' } = {}] = await person.messages(conversationId);
  await answered(person.send(conversationId, { content: 'Uno', replaces: id }), 'Primo');
  await answered(person.reply(conversationId, { messageId: id }), 'Another first');
  const failing = person.send(conversationId, { content: 'Two' });
  (await provider.reply()).start().write('Half').fail(new ProviderError('unavailable'));
  await failing;
  return chat;
}

test('a Markdown export contains the shown branch', async () => {
  const { person, conversationId } = await branchedConversation();
  const { filename, mime, text } = await exported(person, conversationId, 'markdown');
  expect(filename).toMatch(/^One-\d{4}-\d\d-\d\d\.md$/);
  expect(mime).toBe('text/markdown');
  expect(text).toMatch(
    /^# One\n\n- Assistant: House Rules\n.*\nOne\n\n## House Rules, .*\nAnother first\n.*\nTwo\n\n## House Rules, not complete: failed\n\nHalf\n$/s,
  );
  expect(text).not.toContain('Primo');
});

test('a JSON export contains every message of every branch and every failed reply', async () => {
  const { person, conversationId } = await branchedConversation();
  const { filename, mime, text } = await exported(person, conversationId, 'json');
  expect(filename).toMatch(/^One-\d{4}-\d\d-\d\d\.json$/);
  expect(mime).toBe('application/json');

  const shown = await person.messages(conversationId);
  const stored = await server.rows(
    `messages?conversation_id=eq.${conversationId}&order=created_at` +
      '&select=id,parent_id,role,content,files,created_at,openai_message_id,citations,notes',
  );
  expect(stored).toHaveLength(6);
  expect(JSON.parse(text)).toEqual({
    format: 'second-homie-conversation',
    version: 1,
    exported_at: expect.any(String),
    conversation: {
      id: conversationId,
      title: 'One',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      assistant: {
        id: expect.any(String),
        label: 'House Rules',
        kind: 'org',
        participant_name: null,
      },
    },
    shown_message_ids: shown.map(({ id }) => id),
    messages: stored,
    unfinished_replies: [
      expect.objectContaining({ message_id: shown[2]?.id, status: 'failed', text: 'Half' }),
    ],
  });
  expect(text).not.toContain(person.userId);
});

test('exporting another user’s conversation, or in an unknown format, is refused', async () => {
  const { person, conversationId } = await server.personInConversation();
  const { person: stranger } = await server.personInConversation();
  const path = `/conversations/${conversationId}/export`;
  expect(await stranger.call('GET', `${path}?format=json`)).toMatchObject({
    status: 404,
    body: { code: 'conversation_not_found' },
  });
  expect(await person.call('GET', `${path}?format=pdf`)).toMatchObject({
    status: 422,
    body: { error: 'format must be markdown or json' },
  });
});
