import { randomUUID } from 'node:crypto';
import { equal, type Key, type Row } from './rest.ts';
import type { MatrixWorld } from './world.ts';

/** Writes a row as the server and returns its id. */
async function lay(world: MatrixWorld, table: string, row: Row): Promise<string> {
  const id = randomUUID();
  await world.asServer(table, { method: 'POST', body: { id, ...row } });
  return id;
}

export async function layPair(world: MatrixWorld, table: string, pair: Key): Promise<Key> {
  await world.asServer(table, { method: 'POST', body: pair });
  return pair;
}

export const layParticipant = (world: MatrixWorld) =>
  lay(world, 'participants', { display_name: 'Matrix Participant' });

export const layAssistant = (world: MatrixWorld, row: Row = {}) =>
  lay(world, 'assistants', {
    label: 'Matrix assistant',
    kind: 'org',
    openai_assistant_id: 'asst_matrix',
    ...row,
  });

export const layConversation = (world: MatrixWorld) =>
  lay(world, 'conversations', {
    user_id: world.people.worker.id,
    assistant_id: world.assistants.participant,
    title: 'Matrix conversation',
  });

export const layMessage = async (world: MatrixWorld, conversationId?: string) =>
  lay(world, 'messages', {
    conversation_id: conversationId ?? (await layConversation(world)),
    role: 'user',
    content: 'Matrix message',
  });

export async function layTurn(world: MatrixWorld): Promise<string> {
  const conversationId = await layConversation(world);
  return lay(world, 'turns', {
    conversation_id: conversationId,
    user_id: world.people.worker.id,
    user_message_id: await layMessage(world, conversationId),
    idempotency_key: randomUUID(),
    status: 'completed',
    ended_at: new Date().toISOString(),
  });
}

export async function layAttachment(world: MatrixWorld): Promise<string> {
  return lay(world, 'attachments', attachmentRow(world, await layConversation(world)));
}

export const attachmentRow = (world: MatrixWorld, conversationId: string) => ({
  conversation_id: conversationId,
  user_id: world.people.worker.id,
  name: 'roster.pdf',
  size: 12,
  mime: 'application/pdf',
  sha256: 'a'.repeat(64),
  supabase_path: `attachments/${randomUUID()}`,
});

/** Adds a document of an assistant, by default one that the worker may use, or of a participant. The worker may edit none. */
export async function layDocument(
  world: MatrixWorld,
  holder: { assistantId?: string; participantId?: string } = {},
): Promise<string> {
  await setEditRight(world, false, {});
  const { participantId, assistantId = participantId ? null : await layGrantedAssistant(world) } =
    holder;
  return lay(world, 'documents', {
    title: 'Matrix document',
    assistant_id: assistantId,
    participant_id: participantId ?? null,
  });
}

/** Adds a document that the worker may edit. */
export async function layEditedDocument(world: MatrixWorld): Promise<string> {
  const assistantId = await layGrantedAssistant(world);
  const id = await layDocument(world, { assistantId });
  await layEditRight(world, assistantId);
  return id;
}

/** Grants the worker the right to edit the documents of an assistant. */
export const layEditRight = (world: MatrixWorld, assistantId: string) =>
  setEditRight(world, true, { assistant_id: assistantId });

async function setEditRight(world: MatrixWorld, canEdit: boolean, of: Key): Promise<void> {
  await world.asServer('assistant_access', {
    method: 'PATCH',
    query: equal({ ...of, user_id: world.people.worker.id }),
    body: { can_edit: canEdit },
  });
}

/** Adds an assistant that the worker may use. */
export async function layGrantedAssistant(world: MatrixWorld, row: Row = {}): Promise<string> {
  const id = await layAssistant(world, row);
  await layPair(world, 'assistant_access', { assistant_id: id, user_id: world.people.worker.id });
  return id;
}

export async function layDocumentVersion(world: MatrixWorld, row: Row = {}): Promise<string> {
  return lay(world, 'document_versions', {
    document_id: row['document_id'] ?? (await layDocument(world)),
    number: 1,
    note: 'Matrix note',
    status: 'ready',
    ready_at: new Date().toISOString(),
    ...row,
  });
}

/** Adds the model settings of an assistant, with instructions. @returns their key */
export async function layProfile(world: MatrixWorld): Promise<string> {
  const key = `asst_${randomUUID()}`;
  const body = { openai_assistant_id: key, instructions: 'Never shown to a browser.' };
  await world.asServer('ai_assistant_profiles', { method: 'POST', body });
  return key;
}

/** Returns a row with a new id, for a client to insert. */
export function wished(row: Row): { row: Row; key: Key } {
  const id = randomUUID();
  return { row: { id, ...row }, key: { id } };
}
