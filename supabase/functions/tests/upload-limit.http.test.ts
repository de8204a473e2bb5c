import { request, type ClientRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { FileClient, uploadBody } from './support/file-client.ts';

let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer({ uploadsPerMinute: 3 });
});
afterAll(() => server.stop());

/** Creates a person in a conversation; returns the client for their files. */
async function otherUser(): Promise<FileClient> {
  const { person, conversationId } = await server.personInConversation();
  return new FileClient(person, server.server, conversationId);
}

const newPerson = async () => (await server.personInConversation()).person;

const file = { name: 'a.txt', content: 'a' };

test('API-38 uploading too often is refused with 429, including removed files, for that user only', async () => {
  const files = await otherUser();
  await files.upload(file);
  const { supabasePath } = await files.upload(file);
  expect((await files.remove(supabasePath)).status).toBe(200);
  await files.upload(file);
  expect(await files.tryUpload(uploadBody(file))).toEqual({
    status: 429,
    body: {
      ok: false,
      error: 'You are uploading files too quickly. Please wait a minute and try again.',
      code: 'rate_limited',
    },
  });
  await (await otherUser()).upload(file);
});

test('API-38 uploads at the same moment do not slip past the limit', async () => {
  const files = await otherUser();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => files.tryUpload(uploadBody(file))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(await server.attachments(files.conversationId)).toHaveLength(3);
});

test('API-38 a user can have at most a hundred unsent files', async () => {
  const files = await otherUser();
  const { sha256, supabasePath } = await files.upload(file);
  const [{ user_id } = {}] = await server.rows(`attachments?supabase_path=eq.${supabasePath}`);
  await server.rows('attachments', {
    method: 'POST',
    body: Array.from({ length: 99 }, (_, index) => ({
      conversation_id: files.conversationId,
      user_id,
      name: 'a.txt',
      size: 1,
      mime: 'text/plain',
      sha256,
      supabase_path: `attachments/${files.conversationId}/${index}`,
    })),
  });
  expect(await files.tryUpload(uploadBody(file))).toEqual({
    status: 409,
    body: {
      ok: false,
      error: 'You have too many files that were not sent yet. Send or remove some of them first.',
      code: 'conflict',
    },
  });
  await files.remove(supabasePath);
  expect((await files.tryUpload(uploadBody(file))).status).toBe(200);
});

test('stalled uploads without access do not block the uploads of others', async () => {
  const files = await otherUser();
  const large = { name: 'a.txt', content: 'a'.repeat(300_000) };
  const call = JSON.stringify({
    endpoint: `/conversations/${files.conversationId}/upload`,
    method: 'POST',
    body: uploadBody(large),
  });
  const strangers = await Promise.all([newPerson(), newPerson()]);
  const silent = [...strangers, ...strangers].map((person) => {
    const sending = request(new URL('/functions/v1/conversations', server.server.url), {
      method: 'POST',
      headers: {
        apikey: server.server.publishableKey,
        authorization: person.authorization,
        'content-type': 'application/json',
      },
    });
    sending.on('error', () => undefined);
    return new Promise<ClientRequest>((resolve) => {
      sending.write(call.slice(0, 300_000), () => resolve(sending));
    });
  });
  const requests = await Promise.all(silent);
  try {
    expect((await files.upload(large)).size).toBe(300_000);
  } finally {
    for (const sending of requests) sending.destroy();
  }
});
