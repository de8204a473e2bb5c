import { PATIENCE } from '@homie/server/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { refused, type ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { cutRequest } from './support/cut-upload.ts';
import { FileClient, uploadBody } from './support/file-client.ts';
import { StorageFolder } from './support/storage-folder.ts';
import { UnreliableDatabase } from './support/unreliable-database.ts';
import { UnreliableStorage } from './support/unreliable-storage.ts';

const database = new UnreliableDatabase();
const storage = new UnreliableStorage();
let folder: StorageFolder;
let server: ConversationsServer;
let person: ChatClient;
let assistantId: string;
let files: FileClient;
beforeAll(async () => {
  folder = await StorageFolder.create();
  server = await startConversationsServer({
    storageDir: folder.path,
    wrapFetch: (fetch) => database.wrap('add_attachment')(storage.wrap()(fetch)),
  });
});
afterAll(async () => {
  await server.stop();
  await folder.remove();
});
beforeEach(async () => {
  const started = await server.personInConversation();
  ({ person, assistantId } = started);
  files = new FileClient(person, server.server, started.conversationId);
});

const rows = () => server.attachments(files.conversationId);
/** Returns the number of files on the disk, incomplete ones included. */
const onDisk = async () => (await folder.files()).length;

describe('API-38 an invalid upload is refused with 422 and an error message, and nothing is stored', () => {
  const good = uploadBody({ name: 'a.pdf', mime: 'application/pdf', content: '%PDF-1.7 %%EOF' });
  const type = 'Unsupported file type. Allowed: PDF, CSV, XLSX, XLS, TXT, DOCX.';
  const base64 = 'file must be base64 text';
  const size = 'The file was damaged during the upload. Please try again.';
  test.each<[string, unknown, string]>([
    ['another extension', { ...good, filename: 'a.exe' }, type],
    ['another MIME type', { ...good, mime: 'text/html' }, type],
    ['an extension hidden by another', { ...good, filename: 'a.pdf.js' }, type],
    ['no extension', { ...good, filename: 'pdf' }, type],
    ['no name', { ...good, filename: '' }, `File name is required, ${type}`],
    ['a name too long', { ...good, filename: `${'a'.repeat(252)}.pdf` }, 'File name too long'],
    ['a size too large', { ...good, size: 26_214_401 }, 'File too large (max 25 MB).'],
    ['a size that is none', { ...good, size: 1.5 }, 'File size must be a number'],
    ['a smaller size', { ...good, size: good.size - 1 }, size],
    ['a larger size', { ...good, size: good.size + 1 }, size],
    ['an empty file', { ...good, file: '', size: 0 }, 'The file is empty.'],
    ['no file', { ...good, file: undefined }, base64],
    ['a number as file', { ...good, file: 5 }, base64],
    ['a list as file', { ...good, file: [good.file] }, base64],
    ['blanks', { ...good, file: `${good.file.slice(0, 4)} ${good.file.slice(4)}` }, base64],
    ['a line end', { ...good, file: `${good.file}\n` }, base64],
    ['the alphabet of addresses', { ...good, file: '_-==', size: 1 }, base64],
    ['no padding', { ...good, file: 'YQ', size: 1 }, base64],
    ['half a padding', { ...good, file: 'YQ=', size: 1 }, base64],
    ['too much padding', { ...good, file: 'YWI==', size: 2 }, base64],
    ['padding within', { ...good, file: 'YQ==YQ==', size: 2 }, base64],
    ['padding alone', { ...good, file: '====', size: 1 }, base64],
    ['one character', { ...good, file: 'Y', size: 1 }, base64],
    ['bits that are left over', { ...good, file: 'YR==', size: 1 }, base64],
    ['what is no ASCII', { ...good, file: 'YQ=é', size: 1 }, base64],
    ['a data address', { ...good, file: `data:application/pdf;base64,${good.file}` }, base64],
  ])('%s', async (_, body, message) => {
    const before = storage.calls.length;
    expect(await files.tryUpload(body)).toMatchObject(refused(422, 'validation_failed', message));
    expect(await rows()).toEqual([]);
    expect(storage.calls.length).toBe(before);
  });
});

test('API-38 an upload into another user’s conversation, or an unknown one, is refused as not found', async () => {
  const other = await server.personInConversation();
  const stranger = new FileClient(other.person, server.server, files.conversationId);
  const body = uploadBody({ name: 'a.txt', content: 'a' });
  const none = refused(404, 'conversation_not_found', 'Conversation not found');
  expect(await stranger.tryUpload(body)).toMatchObject(none);
  for (const id of ['7b0f3a54-0c9e-4f3b-9f0c-1d2e3f405162', 'x', '..']) {
    const nowhere = new FileClient(person, server.server, id);
    expect(await nowhere.tryUpload(body)).toMatchObject(none);
  }
  expect(await rows()).toEqual([]);
});

test('API-38 an upload without access to the assistant is denied, and the denial is recorded', async () => {
  await server.rows(`assistant_access?user_id=eq.${person.userId}&assistant_id=eq.${assistantId}`, {
    method: 'DELETE',
  });
  const before = await onDisk();
  expect(await files.tryUpload(uploadBody({ name: 'a.txt', content: 'a' }))).toMatchObject(
    refused(403, 'assistant_access_denied', "You don't have access to this assistant."),
  );
  expect(await onDisk()).toBe(before);
  expect(await server.audit(files.conversationId)).toContainEqual({
    action: 'denied',
    meta: { attempted: 'upload_file' },
  });
});

test('API-38 an aborted upload stores nothing, and the server continues to serve', async () => {
  const before = await onDisk();
  const body = Buffer.from(
    JSON.stringify({
      endpoint: `/conversations/${files.conversationId}/upload`,
      method: 'POST',
      body: uploadBody({ name: 'a.txt', content: Buffer.alloc(5_000_000, 'a') }),
    }),
  );
  const headers = {
    Authorization: person.authorization,
    apikey: server.server.publishableKey,
    'Content-Type': 'application/json',
  };
  const address = `${server.server.url}/functions/v1/conversations`;
  const calls = storage.calls.length;
  for (let time = 0; time < 5; time += 1)
    await cutRequest(address, { headers, body, sent: Math.floor(body.length * 0.6) });

  // More than the limit of concurrent uploads: the interrupted uploads have released their slots.
  const uploads = ['a', 'b', 'c', 'd', 'e'].map((name) =>
    files.upload({ name: `${name}.txt`, content: Buffer.alloc(1_000_000, name) }),
  );
  await Promise.all(uploads);
  expect(storage.calls.length).toBe(calls + 5);
  expect(await rows()).toHaveLength(5);
  expect(await onDisk()).toBe(before + 5);
});

test('API-38 a storage outage refuses the upload, and nothing partial is stored', async () => {
  storage.isAway = true;
  const answer = await files.tryUpload(uploadBody({ name: 'a.txt', content: 'a' }));
  storage.isAway = false;
  expect(answer).toMatchObject(
    refused(503, 'unavailable', 'The service is temporarily unavailable. Please try again.'),
  );
  expect(await rows()).toEqual([]);
  expect(await server.audit(files.conversationId)).not.toContainEqual(
    expect.objectContaining({ action: 'upload_file' }),
  );
});

test('API-38 an object whose row cannot be written is removed', async () => {
  const before = await onDisk();
  database.trouble = 'refuse';
  const answer = await files.tryUpload(uploadBody({ name: 'a.txt', content: 'a' }));
  database.trouble = 'none';
  expect(answer.status).toBe(503);
  expect(await rows()).toEqual([]);
  expect(await onDisk()).toBe(before);
});

test('API-38 a row whose response was lost is written once, with one audit row', async () => {
  const before = database.cut;
  database.trouble = 'lose';
  const uploading = files.upload({ name: 'a.txt', content: 'a' });
  await vi.waitUntil(() => database.cut > before, PATIENCE);
  database.trouble = 'none';
  const { supabasePath } = await uploading;
  expect(await rows()).toMatchObject([{ supabase_path: supabasePath }]);
  const audit = await server.audit(files.conversationId);
  expect(audit.filter(({ action }) => action === 'upload_file')).toHaveLength(1);
});
