import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chunkFile, chunkNote } from '../_shared/domain/documents/chunk-file.ts';
import { extractFile } from '../_shared/domain/extract/extract-file.ts';
import { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';

const SEED = resolve(import.meta.dirname, '../../seed');

let server: ConversationsServer;
let worker: ChatClient;
beforeAll(async () => {
  server = await startConversationsServer({ seed: true });
  const email = 'worker@secondhomie.example';
  worker = new ChatClient(
    server.server,
    await server.server.signIn(email, 'homie-demo-2026'),
    email,
  );
});
afterAll(() => server.stop());

test('CITE-17 the seeded passages are those that the server reads from the notes and files', async () => {
  const versions = await server.rows('document_versions?select=id,note,name');
  expect(versions).toHaveLength(20);
  for (const { id, note, name } of versions) {
    const chunks = await server.rows(
      `document_chunks?version_id=eq.${String(id)}&order=position&select=content,place`,
    );
    const read =
      typeof note === 'string'
        ? chunkNote(note)
        : chunkFile(
            await extractFile({
              name: String(name),
              bytes: new Uint8Array(await readFile(resolve(SEED, String(name)))),
            }),
          );
    expect(chunks).toEqual(read);
  }
});

test('CITE-17 the seeded PDFs can be downloaded right after the start', async () => {
  const files = await server.rows('document_versions?name=not.is.null&select=id,sha256');
  expect(files).toHaveLength(2);
  for (const { id, sha256 } of files) {
    const { body } = await worker.call('POST', '/documents/file', { versionId: id });
    if (!body.ok) throw new Error(body.error);
    const { url } = body.data as { url: string };
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }
});
