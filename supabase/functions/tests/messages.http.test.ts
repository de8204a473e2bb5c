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

async function upload(
  { person, conversationId }: { person: ChatClient; conversationId: string },
  fields: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const attachment = {
    name: 'lease.txt',
    size: 12,
    mime: 'text/plain',
    sha256: 'a'.repeat(64),
    supabase_path: `attachments/${crypto.randomUUID()}`,
    scan_status: 'clean',
    ...fields,
  };
  await server.rows('attachments', {
    method: 'POST',
    body: { ...attachment, conversation_id: conversationId, user_id: person.userId },
  });
  const { name, size, mime, sha256, supabase_path } = attachment;
  return { name, size, mime, sha256, supabasePath: supabase_path, openaiFileId: null };
}

test('API-36 DATA-09 the messages of a conversation are returned as rows, oldest first, with all their fields', async () => {
  const { person, conversationId } = await server.personInConversation();
  expect(await person.messages(conversationId)).toEqual([]);

  const content = '  Hello 😀\n\tthere  ';
  const events = await person.send(conversationId, { content });
  const final = events.at(-1);

  expect(await person.messages(conversationId)).toEqual([
    {
      id: events[0]?.event === 'info' && events[0].data.userMessageId,
      parent_id: null,
      alternatives: [],
      role: 'user',
      content,
      files: [],
      created_at: expect.any(String),
      openai_message_id: null,
    },
    {
      id: final?.event === 'final' && final.data.messageId,
      parent_id: events[0]?.event === 'info' && events[0].data.userMessageId,
      alternatives: [],
      role: 'assistant',
      content: final?.event === 'final' && final.data.text,
      notes: final?.event === 'final' && final.data.notes,
      files: [],
      created_at: expect.any(String),
      openai_message_id: final?.event === 'final' && final.data.openaiMessageId,
    },
  ]);
});

test('API-36 a conversation with more messages than the maximum rows of the database is returned completely', async () => {
  const { person, conversationId } = await server.personInConversation();
  await server.layMessages(conversationId, 1001);
  const rows = await person.messages(conversationId);
  expect(rows).toHaveLength(1001);
  expect(rows.at(-1)?.content).toBe('Message 1000');
});

test('DATA-10 SEND-13 a message has its attachments as stored on the server', async () => {
  const chat = await server.personInConversation();
  const attachment = await upload(chat);

  await chat.person.send(chat.conversationId, {
    attachments: [{ ...attachment, name: 'forged.exe', size: 1 }],
  });

  expect((await chat.person.messages(chat.conversationId))[0]).toMatchObject({
    content: '',
    files: [attachment],
  });
});

test('RULE-16 a file that is not clean, belongs to another user or was sent before is not attached', async () => {
  const chat = await server.personInConversation();
  const stranger = await server.personInConversation();
  const sent = await upload(chat);
  await chat.person.send(chat.conversationId, { content: 'Before', attachments: [sent] });
  const unavailable = [
    sent,
    await upload(chat, { scan_status: 'pending' }),
    await upload(chat, { scan_status: 'blocked' }),
    await upload(stranger),
    { ...sent, supabasePath: 'attachments/unknown' },
  ];

  for (const [index, attachment] of unavailable.entries()) {
    const answer = await chat.person.call('POST', `/conversations/${chat.conversationId}/stream`, {
      content: 'See this',
      attachments: [attachment],
      idempotencyKey: `key-${index}`,
    });
    expect(answer).toMatchObject({ status: 422, body: { code: 'attachment_unavailable' } });
  }
  expect(await chat.person.messages(chat.conversationId)).toHaveLength(2);
});

test('RULE-10 RULE-11 LIMIT-04 an invalid message is refused and not stored', async () => {
  const { person, conversationId } = await server.personInConversation();
  const refusals: [Record<string, unknown>, string][] = [
    [{ content: '' }, 'Message cannot be empty'],
    [{}, 'Either content or attachments must be provided'],
    [{ content: 'x'.repeat(16_001) }, 'Message too long'],
    [{ content: 'a\0b' }, 'Text contains characters that cannot be stored'],
  ];
  for (const [input, error] of refusals) {
    expect(
      await person.call('POST', `/conversations/${conversationId}/stream`, {
        ...input,
        idempotencyKey: 'k',
      }),
    ).toMatchObject({ status: 422, body: { error, code: 'validation_failed' } });
  }
  expect(await person.messages(conversationId)).toEqual([]);

  const longest = '語'.repeat(16_000);
  await person.send(conversationId, { content: longest });
  expect((await person.messages(conversationId))[0]?.content).toBe(longest);
});
