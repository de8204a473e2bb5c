import { relative } from 'node:path';
import { sampleOf } from '@homie/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadResponseSchema, type Attachment } from '@homie/contracts';
import { REASONS } from '../_shared/domain/scan/refused.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { FileClient, uploadBody } from './support/file-client.ts';
import type { HostileFile } from './support/hostile-files/hostile-file.ts';
import { HOSTILE_FILES } from './support/hostile-files/index.ts';
import { StorageFolder } from './support/storage-folder.ts';

/** Limit of CPU time, which does not depend on the load of the computer. */
const UNTIL_VERDICT_MS = 10_000;
/** Less than the limit of 100 unsent files per person. */
const FILES_PER_PERSON = 80;
/** `npm test` sends one of four files, the wide proof the others. */
const FILES = HOSTILE_FILES.filter((_, at) => sampleOf(at % 4 === 0, at % 4 !== 0));
const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

let folder: StorageFolder;
let server: ConversationsServer;
const errors: string[] = [];
beforeAll(async () => {
  folder = await StorageFolder.create();
  server = await startConversationsServer({
    storageDir: folder.path,
    log: (line) => errors.push(line),
  });
});
afterAll(async () => {
  await server.stop();
  await folder.remove();
});

async function otherUser(): Promise<FileClient> {
  const { person, conversationId } = await server.personInConversation();
  return new FileClient(person, server.server, conversationId);
}

/** Uploads a file and scans it, as the browser does. */
async function send(files: FileClient, { name, content }: HostileFile) {
  const started = process.cpuUsage();
  const { status, body } = await files.tryUpload(uploadBody({ name, mime: '', content }));
  if (status !== 200) return { outcome: status === 422 ? 'refused' : `status ${status}` };
  const { attachment } = uploadResponseSchema.parse(body.data);
  const [result] = await files.scan(attachment);
  const isSlow = process.cpuUsage(started).user / 1000 > UNTIL_VERDICT_MS;
  const outcome = result?.status === 'clean' ? 'clean' : `${result?.status}: ${result?.reason}`;
  return { outcome: isSlow ? `slow, ${outcome}` : outcome, attachment };
}

test(`API-48 ${FILES.length} of over a hundred hostile files get the verdict that each deserves, and are stored under generated paths`, async () => {
  expect(HOSTILE_FILES.length).toBeGreaterThan(100);
  const outcomes: [string, string][] = [];
  const stored: Attachment[] = [];
  let files: FileClient | undefined;
  for (const [index, file] of FILES.entries()) {
    if (!files || index % FILES_PER_PERSON === 0) files = await otherUser();
    const { outcome, attachment } = await send(files, file);
    outcomes.push([file.name, outcome]);
    if (attachment) stored.push(attachment);
  }
  const expected = FILES.map(({ name, expected: how }) => [
    name,
    how === 'refused' || how === 'clean' ? how : `blocked: ${REASONS[how]}`,
  ]);
  expect(outcomes).toEqual(expected);
  expect(errors).toEqual([]);

  for (const { name, supabasePath } of stored) {
    expect(supabasePath).toMatch(new RegExp(`^attachments/${UUID}/${UUID}$`));
    expect(name).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  }
  const paths = (await folder.files()).map((path) => relative(folder.path, path));
  expect(paths).toHaveLength(stored.length);
  for (const path of paths) expect(path).toMatch(/^[\w./-]+$/);
});
