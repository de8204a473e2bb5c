import { savedDocumentSchema, type SavedDocument } from '@homie/contracts/admin';
import { PATIENCE } from '@homie/server/testing';
import { expect, vi } from 'vitest';
import type { ChatClient } from './chat-client.ts';
import type { ConversationsServer } from './conversations-server.ts';
import { uploadBody, type FileToUpload } from './file-client.ts';

/** Adds a note, or a version of one, as an administrator, and waits until it was read. */
export async function addNote(
  server: ConversationsServer,
  admin: ChatClient,
  note: { title: string; note: string } & Partial<
    Record<'assistantId' | 'participantId' | 'documentId', string>
  >,
): Promise<SavedDocument> {
  return waitUntilRead(server, await admin.call('POST', '/documents/note', note));
}

/** Adds a file as an administrator, and waits until it was read. */
export async function addFile(
  server: ConversationsServer,
  admin: ChatClient,
  file: FileToUpload,
  assistantId: string,
): Promise<SavedDocument> {
  const request = { ...uploadBody(file), assistantId };
  return waitUntilRead(server, await admin.call('POST', '/documents/upload', request));
}

async function waitUntilRead(
  server: ConversationsServer,
  { body }: Awaited<ReturnType<ChatClient['call']>>,
): Promise<SavedDocument> {
  if (!body.ok) throw new Error(`not saved: ${body.error}`);
  const saved = savedDocumentSchema.parse(body.data);
  await vi.waitFor(async () => {
    const [row] = await server.rows(`document_versions?id=eq.${saved.versionId}`);
    expect(row?.['status']).toBe('ready');
  }, PATIENCE);
  return saved;
}
