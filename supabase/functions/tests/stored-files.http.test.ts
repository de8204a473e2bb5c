import type { Attachment } from '@homie/contracts';
import { PATIENCE } from '@homie/server/testing';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { sweepFiles } from '../conversations/sweep-files.ts';
import type { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { FileClient } from './support/file-client.ts';
import { StorageFolder } from './support/storage-folder.ts';
import { UnreliableStorage } from './support/unreliable-storage.ts';

const storage = new UnreliableStorage();
let folder: StorageFolder;
let server: ConversationsServer;
let person: ChatClient;
let assistantId: string;
let files: FileClient;
beforeAll(async () => {
  folder = await StorageFolder.create();
  server = await startConversationsServer({ storageDir: folder.path, wrapFetch: storage.wrap() });
});
afterAll(async () => {
  await server.stop();
  await folder.remove();
});
beforeEach(async () => {
  await sweep();
  const started = await server.personInConversation();
  ({ person, assistantId } = started);
  files = new FileClient(person, server.server, started.conversationId);
});

function sweep(): Promise<void> {
  return sweepFiles(server.environment);
}

async function onDisk(): Promise<number> {
  return (await folder.files()).length;
}

/** Returns true if the server can still read a stored file. */
async function isStored({ supabasePath }: Attachment): Promise<boolean> {
  const response = await server.server.call(`/storage/v1/object/${supabasePath}`, {
    as: 'service',
  });
  await response.body?.cancel();
  return response.ok;
}

async function sentFile(): Promise<Attachment> {
  const attachment = await files.cleanFile();
  await person.send(files.conversationId, { content: 'Here', attachments: [attachment] });
  return attachment;
}

const notFound = {
  status: 404,
  body: { ok: false, error: 'This file no longer exists.', code: 'not_found' },
};

test('API-38 a clean file can be saved under its name, never shown as a page', async () => {
  const { supabasePath } = await files.cleanFile({ name: 'House rules.txt' });
  const { status, body } = await files.link(supabasePath);
  expect(status).toBe(200);
  const { url } = body.data as { url: string };
  const saved = await fetch(url);
  expect(saved.status).toBe(200);
  expect(await saved.text()).toBe('Quiet after ten.');
  const { headers } = saved;
  expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''House%20rules.txt");
  expect(headers.get('content-type')).toBe('application/octet-stream');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
});

test('OUT-05 a user lists the sent files of a conversation', async () => {
  const { supabasePath } = await sentFile();
  await files.cleanFile({ name: 'unsent.txt' });
  const list = async (as: ChatClient) => {
    const response = await server.server.call(
      `/rest/v1/attachments?conversation_id=eq.${files.conversationId}&message_id=not.is.null&select=name,supabase_path`,
      { headers: { authorization: as.authorization } },
    );
    return response.json();
  };
  expect(await list(person)).toEqual([{ name: 'rules.txt', supabase_path: supabasePath }]);
  const { person: stranger } = await server.personInConversation();
  expect(await list(stranger)).toEqual([]);
});

test('OUT-06 a preview has the text of a file and the rows of a table', async () => {
  const { supabasePath } = await files.cleanFile();
  expect(await files.preview(supabasePath)).toEqual({
    status: 200,
    body: {
      ok: true,
      data: {
        sections: [{ heading: null, text: 'Quiet after ten.' }],
        tables: [],
        notes: [],
        isCut: false,
      },
    },
  });
  const table = await files.cleanFile({
    name: 'shifts.csv',
    mime: 'text/csv',
    content: 'Day,Who\nMonday,Ava\n',
  });
  expect(await files.preview(table.supabasePath)).toMatchObject({
    body: {
      data: {
        sections: [],
        tables: [
          { title: null, columns: ['Day', 'Who'], rows: [{ row: 2, cells: ['Monday', 'Ava'] }] },
        ],
      },
    },
  });
});

test('OUT-07 a file is previewed only by those who may read it, and only after the scan', async () => {
  const { supabasePath } = await files.cleanFile();
  const other = await server.personInConversation();
  const stranger = new FileClient(other.person, server.server, files.conversationId);
  expect(await stranger.preview(supabasePath)).toEqual(notFound);
  expect(await files.preview('attachments/x')).toEqual(notFound);
  expect(await files.preview('')).toMatchObject({ status: 422 });
  const unscanned = await files.upload({ name: 'a.txt', content: 'a' });
  expect(await files.preview(unscanned.supabasePath)).toMatchObject({
    body: { code: 'attachment_unavailable' },
  });
  expect((await files.preview(supabasePath)).status).toBe(200);
  await server.rows(`assistant_access?user_id=eq.${person.userId}`, { method: 'DELETE' });
  expect(await files.preview(supabasePath)).toEqual(notFound);
});

test('API-38 a file of another conversation or user, or an unknown file, cannot be opened or removed', async () => {
  const attachment = await files.cleanFile();
  const other = await server.personInConversation();
  const stranger = new FileClient(other.person, server.server, files.conversationId);
  const elsewhere = new FileClient(
    person,
    server.server,
    await person.startConversation(assistantId, 'Elsewhere'),
  );
  for (const client of [stranger, elsewhere]) {
    expect(await client.link(attachment.supabasePath)).toEqual(notFound);
    expect(await client.remove(attachment.supabasePath)).toEqual(notFound);
  }
  expect(await files.link('attachments/x')).toEqual(notFound);
  expect(await files.link('')).toMatchObject({ status: 422 });
  expect(await isStored(attachment)).toBe(true);
});

test('API-38 without access to the assistant a file cannot be opened, and an earlier link expires within five seconds', async () => {
  const { supabasePath } = await files.cleanFile();
  const { body } = await files.link(supabasePath);
  const { url } = body.data as { url: string };
  await server.rows(`assistant_access?user_id=eq.${person.userId}`, { method: 'DELETE' });
  expect(await files.link(supabasePath)).toEqual(notFound);

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 });
  onTestFinished(() => void vi.useRealTimers());
  const late = await fetch(url);
  expect(late.status).toBe(400);
  expect(await late.json()).toMatchObject({
    message: 'The signed address is not valid or has expired',
  });
});

test('API-38 an unsent file can be removed, with its object; removing it again is not found', async () => {
  const before = await onDisk();
  const attachment = await files.upload({ name: 'a.txt', content: 'a' });
  expect(await files.remove(attachment.supabasePath)).toEqual({
    status: 200,
    body: { ok: true, data: null },
  });
  await vi.waitUntil(async () => (await onDisk()) === before, PATIENCE);
  expect(await isStored(attachment)).toBe(false);
  expect(await server.attachments(files.conversationId)).toEqual([]);
  expect(await files.remove(attachment.supabasePath)).toEqual(notFound);
});

test('API-38 a file of a message cannot be removed', async () => {
  const attachment = await sentFile();
  expect(await files.remove(attachment.supabasePath)).toEqual({
    status: 409,
    body: {
      ok: false,
      error: 'This file was sent with a message and stays with it.',
      code: 'conflict',
    },
  });
  expect(await isStored(attachment)).toBe(true);
});

test('deleting a conversation removes its stored files', async () => {
  const before = await onDisk();
  const attachments = [await sentFile(), await files.upload({ name: 'a.txt', content: 'a' })];
  expect(await onDisk()).toBe(before + 2);
  await person.call('DELETE', `/conversations/${files.conversationId}`);
  await vi.waitUntil(async () => (await onDisk()) === before, PATIENCE);
  for (const attachment of attachments) expect(await isStored(attachment)).toBe(false);
});

test.each([
  ['the assistant', () => `assistants?id=eq.${assistantId}`],
  ['the person', () => `users?id=eq.${person.userId}`],
])('files are removed with %s by the next sweep', async (_, path) => {
  const before = await onDisk();
  const attachment = await sentFile();
  await server.rows(path(), { method: 'DELETE' });
  expect(await isStored(attachment)).toBe(true);
  await sweep();
  expect(await isStored(attachment)).toBe(false);
  expect(await onDisk()).toBe(before);
});

test('files that could not be removed are removed later, by any process', async () => {
  const attachment = await files.upload({ name: 'a.txt', content: 'a' });
  storage.isAway = true;
  await person.call('DELETE', `/conversations/${files.conversationId}`);
  await vi.waitUntil(
    () => storage.calls.at(-1) === 'DELETE /storage/v1/object/attachments',
    PATIENCE,
  );
  storage.isAway = false;
  expect(await isStored(attachment)).toBe(true);
  const rpc = (body: unknown) => server.rows('rpc/claim_removed_files', { method: 'POST', body });
  // Claimed by the process that failed, until the claim expires.
  expect(await rpc({})).toEqual([]);
  const [first, second] = await Promise.all([
    rpc({ claimed_for: '0 seconds' }),
    rpc({ claimed_for: '5 minutes' }),
  ]);
  expect([...first, ...second]).toEqual([attachment.supabasePath]);
});

test('files unsent for a week are swept, newer and sent ones are not', async () => {
  const old = await files.upload({ name: 'old.txt', content: 'a' });
  const young = await files.upload({ name: 'young.txt', content: 'a' });
  const sent = await sentFile();
  const age = async ({ supabasePath }: Attachment, days: number) =>
    server.rows(`attachments?supabase_path=eq.${supabasePath}`, {
      method: 'PATCH',
      body: { created_at: new Date(Date.now() - days * 86_400_000).toISOString() },
    });
  await age(old, 7.01);
  await age(young, 6.99);
  await age(sent, 30);
  await Promise.all([sweep(), sweep()]);
  expect(await isStored(old)).toBe(false);
  expect(await isStored(young)).toBe(true);
  expect(await isStored(sent)).toBe(true);
});

test('an object without a row is not accessible, and is swept once it is a day old', async () => {
  const before = await onDisk();
  const name = `attachments/${files.conversationId}/${crypto.randomUUID()}`;
  const stored = await server.server.call(`/storage/v1/object/${name}`, {
    as: 'service',
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: 'orphan',
  });
  expect(stored.status).toBe(200);
  const read = await server.server.call(`/storage/v1/object/${name}`, {
    headers: { authorization: person.authorization },
  });
  expect(read.status).toBe(400);
  await sweep();
  expect(await onDisk()).toBe(before + 1);
  await server.rows('rpc/sweep_files', { method: 'POST', body: { orphaned_for: '0 seconds' } });
  await sweep();
  expect(await onDisk()).toBe(before);
});
