import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { FileClient, uploadBody } from './support/file-client.ts';

let server: ConversationsServer;
let person: ChatClient;
let files: FileClient;
beforeAll(async () => {
  server = await startConversationsServer();
  const begun = await server.personInConversation();
  person = begun.person;
  files = new FileClient(person, server.server, begun.conversationId);
});
afterAll(() => server.stop());

const uploadsOf = (conversationId: string) =>
  server.rows(`attachments?conversation_id=eq.${conversationId}`);

test('API-38 an upload answers with the attachment: cleaned name, size, one MIME type, checksum and a path of our own', async () => {
  const content = 'Quiet after ten.';
  const attachment = await files.upload({
    name: 'House\u202e rules.CSV',
    mime: 'application/vnd.ms-excel',
    content,
  });
  expect(attachment).toEqual({
    name: 'House_ rules.CSV',
    size: 16,
    mime: 'text/csv',
    sha256: createHash('sha256').update(content).digest('hex'),
    supabasePath: expect.stringMatching(
      new RegExp(`^attachments/${files.conversationId}/[0-9a-f-]{36}$`),
    ) as string,
    openaiFileId: null,
  });
  expect(await uploadsOf(files.conversationId)).toMatchObject([
    { scan_status: 'pending', message_id: null, user_id: person.userId },
  ]);
  const uploads = (await server.audit(files.conversationId)).filter(
    ({ action }) => action === 'upload_file',
  );
  expect(uploads).toEqual([
    {
      action: 'upload_file',
      meta: { attachment_id: expect.any(String) as string, size: 16, mime: 'text/csv' },
    },
  ]);
});

test('API-48 a clean file can be sent with a message, and its words are found by the demo', async () => {
  const attachment = await files.cleanFile();
  const events = await person.send(files.conversationId, {
    content: 'When is it quiet?',
    attachments: [attachment],
  });
  expect(events.at(-1)).toMatchObject({ event: 'final' });
});

test('25 MB', async () => {
  const content = Buffer.alloc(26_214_400, 'a');
  const before = process.memoryUsage().rss;
  const t = Date.now();
  const body = uploadBody({ name: 'big.txt', content });
  const t2 = Date.now();
  const { status } = await files.tryUpload(body);
  console.log('time', Date.now() - t2, t2 - t, (process.memoryUsage().rss - before) / 1e6);
  expect(status).toBe(200);
});
