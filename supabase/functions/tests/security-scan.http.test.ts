import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Attachment } from '@homie/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkVirus } from '../_shared/domain/scan/check-virus.ts';
import { REASONS } from '../_shared/domain/scan/refused.ts';
import type { ScanDependencies } from '../security-scan/handler.ts';
import type { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { FileClient } from './support/file-client.ts';
import { StorageFolder } from './support/storage-folder.ts';
import { joinText } from './support/stream-reading.ts';
import { UnreliableDatabase } from './support/unreliable-database.ts';
import { UnreliableStorage } from './support/unreliable-storage.ts';

const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(
  '',
);
const NOT_CHECKED = 'The file could not be checked. Please try again.';
const GONE = 'This file no longer exists.';

/** Mock check in addition to a real one: a scanner that can be unavailable. */
let scanner: () => Promise<void> = () => Promise.resolve();
const checks: ScanDependencies['checks'] = [checkVirus, () => scanner()];

const database = new UnreliableDatabase();
const storage = new UnreliableStorage();
let folder: StorageFolder;
let server: ConversationsServer;
let person: ChatClient;
let files: FileClient;
beforeAll(async () => {
  folder = await StorageFolder.create();
  server = await startConversationsServer({
    storageDir: folder.path,
    checks,
    wrapFetch: (fetch) => database.wrap('record_scan')(storage.wrap()(fetch)),
  });
});
afterAll(async () => {
  await server.stop();
  await folder.remove();
});
beforeEach(async () => {
  const started = await server.personInConversation();
  person = started.person;
  files = new FileClient(person, server.server, started.conversationId);
});

const upload = (content = 'Quiet after ten.') => files.upload({ name: 'rules.txt', content });
const statusOf = async ({ supabasePath }: Attachment) => {
  const [row] = await server.rows(`attachments?supabase_path=eq.${supabasePath}`);
  return row?.['scan_status'];
};
const sendWith = (attachment: Attachment) =>
  person.call('POST', `/conversations/${files.conversationId}/stream`, {
    content: 'When is it quiet?',
    attachments: [attachment],
    idempotencyKey: crypto.randomUUID(),
  });
const unavailable = {
  status: 422,
  body: {
    ok: false,
    code: 'attachment_unavailable',
    error: 'An attached file is no longer available. Remove it and attach it again.',
  },
};

test('API-48 a clean file can be sent with a message, and the demo finds its text', async () => {
  const attachment = await upload();
  const { supabasePath } = attachment;
  expect(await files.scan(attachment)).toEqual([{ supabasePath, status: 'clean' }]);
  const events = await person.send(files.conversationId, {
    content: 'When is it quiet?',
    attachments: [attachment],
  });
  expect(joinText(events)).toContain('Quiet after ten.');
});

test('API-48 a file with a virus is blocked with a reason, permanently; it cannot be sent or opened', async () => {
  const attachment = await upload(`${EICAR}`);
  const { supabasePath } = attachment;
  const blocked = [{ supabasePath, status: 'blocked', reason: REASONS.virus }];
  expect(await files.scan(attachment)).toEqual(blocked);
  expect(await files.scan(attachment)).toEqual(blocked);
  expect(await sendWith(attachment)).toEqual(unavailable);
  expect(await files.link(supabasePath)).toEqual({
    status: 422,
    body: {
      ok: false,
      code: 'attachment_unavailable',
      error: 'This file has not passed the security scan and cannot be opened.',
    },
  });
  const direct = await server.server.call(`/storage/v1/object/${supabasePath}`, {
    headers: { authorization: person.authorization },
  });
  expect(direct.status).toBe(400);
});

test('API-48 a file without a verdict cannot be sent', async () => {
  expect(await sendWith(await upload())).toEqual(unavailable);
});

test('API-48 several files are returned in their order, each with its own verdict', async () => {
  const asked = [await upload('a'), await upload(EICAR), await upload('b')];
  const results = await files.scan(...asked);
  expect(results.map(({ supabasePath }) => supabasePath)).toEqual(
    asked.map(({ supabasePath }) => supabasePath),
  );
  expect(results.map(({ status }) => status)).toEqual(['clean', 'blocked', 'clean']);
});

describe('API-48 a failed scan passes nothing, and a later scan succeeds', () => {
  test('a scanner outage', async () => {
    const attachment = await upload();
    scanner = () => Promise.reject(new Error('connection refused'));
    const results = await files.scan(attachment);
    scanner = () => Promise.resolve();
    const { supabasePath } = attachment;
    expect(results).toEqual([{ supabasePath, status: 'error', reason: NOT_CHECKED }]);
    expect(await statusOf(attachment)).toBe('error');
    expect(await sendWith(attachment)).toEqual(unavailable);
    expect(await files.scan(attachment)).toEqual([{ supabasePath, status: 'clean' }]);
  });

  test('a storage outage', async () => {
    const attachment = await upload();
    storage.isAway = true;
    const results = await files.scan(attachment);
    storage.isAway = false;
    expect(results).toMatchObject([{ status: 'error', reason: NOT_CHECKED }]);
    expect(await sendWith(attachment)).toEqual(unavailable);
    expect(await files.scan(attachment)).toMatchObject([{ status: 'clean' }]);
  });

  test.each(['refuse', 'lose'] as const)(
    'a database that would %s the verdict',
    async (trouble) => {
      const attachment = await upload();
      database.trouble = trouble;
      const results = await files.scan(attachment);
      database.trouble = 'none';
      expect(results).toMatchObject([{ status: 'error', reason: NOT_CHECKED }]);
      expect(await files.scan(attachment)).toMatchObject([{ status: 'clean' }]);
    },
  );
});

describe('API-48 the verdict applies to the scanned bytes', () => {
  /** Replaces the bytes of the only stored file directly in the storage folder. */
  const swap = async (content: string) => {
    for (const file of await folder.files()) await writeFile(file, content);
  };

  test('bytes that were swapped before the scan do not pass', async () => {
    const attachment = await upload('Quiet after ten.');
    await swap('Quiet after two.');
    expect(await files.scan(attachment)).toMatchObject([
      {
        status: 'error',
        reason: 'The stored file is not the one that was uploaded. Remove it and upload it again.',
      },
    ]);
    expect(await sendWith(attachment)).toEqual(unavailable);
  });

  test('bytes that were swapped after the scan are not read', async () => {
    // Unique text: text that was extracted from the same bytes before would still be cached, and be correct.
    const attachment = await upload('Silence after ten.');
    await files.scan(attachment);
    await swap('Silence after two.');
    const events = await person.send(files.conversationId, {
      content: 'When is silence?',
      attachments: [attachment],
    });
    expect(events.at(-1)?.event).toBe('final');
    expect(joinText(events)).not.toContain('Silence after t');
  });

  test('a checksum or a name that the caller makes up changes nothing', async () => {
    const attachment = await upload(EICAR);
    const made = {
      ...attachment,
      name: 'other.txt',
      sha256: createHash('sha256').update('harmless').digest('hex'),
    };
    expect(await files.scan(made)).toMatchObject([{ status: 'blocked' }]);
    expect(await sendWith(made)).toEqual(unavailable);
  });

  test('only the server writes stored files', async () => {
    const attachment = await upload();
    await files.scan(attachment);
    const own = attachment.supabasePath.slice('attachments/'.length);
    const another = `${files.conversationId}/another`;
    const object = `/storage/v1/object/attachments/${own}`;
    const call = (address: string, method: string, body?: unknown) =>
      server.server.call(address, {
        method,
        headers: {
          authorization: person.authorization,
          'content-type': typeof body === 'string' ? 'text/plain' : 'application/json',
          'x-upsert': 'true',
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
    const tries = [
      await call(object, 'POST', 'Quiet after two.'),
      await call(object, 'PUT', 'Quiet after two.'),
      await call(`/storage/v1/object/attachments/${another}`, 'POST', 'mine'),
      await call(`/storage/v1/object/upload/sign/attachments/${own}`, 'POST', {}),
      await call(`/storage/v1/object/move`, 'POST', {
        bucketId: 'attachments',
        sourceKey: own,
        destinationKey: another,
      }),
      await call(`/storage/v1/object/copy`, 'POST', {
        bucketId: 'attachments',
        sourceKey: own,
        destinationKey: another,
      }),
      await call(`/storage/v1/object/attachments`, 'DELETE', { prefixes: [own] }),
      await call(`/storage/v1/bucket/attachments`, 'DELETE'),
      await call(`/storage/v1/bucket/attachments/empty`, 'POST', {}),
    ];
    for (const { status } of tries) expect(status).toBeLessThan(500);
    const read = await server.server.call(object, { as: 'service' });
    expect(await read.text()).toBe('Quiet after ten.');
    const names = await server.server.call('/storage/v1/object/list/attachments', {
      as: 'service',
      method: 'POST',
      body: JSON.stringify({ prefix: files.conversationId, limit: 100 }),
    });
    expect(await names.json()).toHaveLength(1);
  });
});

test('API-48 a scan of another user’s file is indistinguishable from a scan of a missing file', async () => {
  const attachment = await upload(EICAR);
  const other = await server.personInConversation();
  const stranger = new FileClient(other.person, server.server, other.conversationId);
  const none = { ...attachment, supabasePath: 'attachments/x/y' };
  expect(await stranger.scan(attachment, none)).toEqual(
    [attachment, none].map(({ supabasePath }) => ({
      supabasePath,
      status: 'not_found',
      reason: GONE,
    })),
  );
  expect(await statusOf(attachment)).toBe('pending');
});

test('API-48 a file can be sent only in its own conversation', async () => {
  const other = await server.personInConversation();
  const theirs = await new FileClient(
    other.person,
    server.server,
    other.conversationId,
  ).cleanFile();
  expect(await sendWith(theirs)).toEqual(unavailable);
});

test('API-48 a scan requires a user, files in the specified form, and POST', async () => {
  const call = (init: RequestInit, path = '/functions/v1/security-scan') =>
    server.server.call(path, init);
  const headers = { authorization: person.authorization };
  const body = JSON.stringify({ files: [] });
  expect((await call({ method: 'POST', body })).status).toBe(401);
  expect((await call({ method: 'GET', headers })).status).toBe(405);
  expect((await call({ method: 'POST', headers, body: '{' })).status).toBe(400);
  expect(
    (await call({ method: 'POST', headers, body }, '/functions/v1/security-scan/x')).status,
  ).toBe(404);
  expect(await files.tryScan({ files: [] })).toEqual({
    status: 200,
    body: { ok: true, data: { results: [] } },
  });
  expect(await files.tryScan({})).toMatchObject({ status: 422, body: { ok: false } });
  const attachment = await upload();
  expect(await files.tryScan({ files: Array(5).fill(attachment) })).toMatchObject({
    status: 422,
    body: { error: 'Limit is 4 files per message.' },
  });
  expect(await files.tryScan({ files: ['x'.repeat(70_000)] })).toMatchObject({ status: 413 });
});
