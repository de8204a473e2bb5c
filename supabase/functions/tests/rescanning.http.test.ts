import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScannedFile } from '../_shared/domain/scan/check.ts';
import { Refused } from '../_shared/domain/scan/refused.ts';
import { AttachmentStore } from '../_shared/files/attachment-store.ts';
import { serviceClient } from '../_shared/http/data-access.ts';
import { serverStorage } from '../_shared/http/file-storage.ts';
import { rescanFiles } from '../conversations/rescan-files.ts';
import type { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { addFile } from './support/documents.ts';
import { FileClient } from './support/file-client.ts';

const VIRUS = 'A virus that nobody knew yesterday.';

let server: ConversationsServer;
let admin: ChatClient;
beforeAll(async () => {
  server = await startConversationsServer();
  admin = await server.person('admin');
});
afterAll(() => server.stop());

/** Scans stored files with a scanner of this name. Returns the errors that it reported. */
async function rescan(name: string, check: (file: ScannedFile) => void): Promise<unknown[]> {
  const errors: unknown[] = [];
  const service = { ...server.environment, fetch };
  const client = serviceClient(service);
  await rescanFiles(
    { name, checks: [check] },
    {
      service: client,
      attachments: new AttachmentStore(client),
      files: serverStorage(service),
      onError: (error) => errors.push(error),
    },
  );
  return errors;
}

function findVirus({ bytes }: ScannedFile): void {
  if (new TextDecoder().decode(bytes).includes(VIRUS)) throw new Refused('virus');
}

test('DOCS-29 files are scanned again by a newer scanner: the bad ones are served no longer, and a scanner that fails changes nothing', async () => {
  const { person, assistantId, conversationId } = await server.personInConversation();
  const files = new FileClient(person, server.server, conversationId);
  const clean = await addFile(
    server,
    admin,
    { name: 'a.txt', content: 'Wash hands.' },
    assistantId,
  );
  const bad = await addFile(server, admin, { name: 'b.txt', content: VIRUS }, assistantId);
  const sent = await files.cleanFile({ name: 'c.txt', content: VIRUS });
  await person.send(conversationId, { content: 'Here', attachments: [sent] });
  const open = async ({ versionId }: { versionId: string }) =>
    (await person.call('POST', '/documents/file', { versionId })).status;
  const isFound = async () => (await files.link(sent.supabasePath)).status;

  const failure = new Error('no answer');
  const errors = await rescan('newer', () => {
    throw failure;
  });
  // It stops at the first file.
  expect(errors).toEqual([failure]);
  expect([await open(clean), await open(bad), await isFound()]).toEqual([200, 200, 200]);

  expect(await rescan('newer', findVirus)).toEqual([]);
  expect([await open(clean), await open(bad)]).toEqual([200, 404]);
  expect(await isFound()).not.toBe(200);
  const [version] = await server.rows(`document_versions?id=eq.${bad.versionId}`);
  expect(version).toMatchObject({ status: 'failed', problem: expect.stringContaining('virus') });
  expect(await server.rows(`document_chunks?version_id=eq.${bad.versionId}`)).toEqual([]);

  let scanned = 0;
  await rescan('newer', () => void (scanned += 1));
  expect(scanned).toBe(0);
});
