import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { addNote } from './support/documents.ts';
import { uploadBody } from './support/file-client.ts';

const file = uploadBody({ name: 'Rules.txt', content: 'Wash your hands.' });
const refusal = {
  status: 403,
  body: { code: 'edit_access_denied', error: "You don't have access to edit these documents." },
};

/** Called once a file is in the storage, before its version is saved. */
let onStored: () => Promise<void>;
let server: ConversationsServer;
let admin: ChatClient;
let editor: ChatClient;
let reader: ChatClient;
let participantId: string;
let assistantId: string;
let otherId: string;

beforeAll(async () => {
  server = await startConversationsServer({
    wrapFetch: (given) => async (input, init) => {
      const response = await given(input, init);
      const isUpload = new URL(input instanceof Request ? input.url : input).pathname;
      if (isUpload.startsWith('/storage/v1/object/documents/')) await onStored();
      return response;
    },
  });
  admin = await server.person('admin');
  editor = await server.person();
  reader = await server.person('office');
  participantId = await server.participant('Pat Example');
  const label = { label: 'Pat notes', kind: 'participant', participant_id: participantId };
  assistantId = await server.assistant(label, [editor, reader]);
  otherId = await server.assistant({ label: 'House rules' }, [editor]);
});
afterAll(() => server.stop());
beforeEach(async () => {
  onStored = () => Promise.resolve();
  await setRight(true);
});

/** Grants or revokes the right to edit, as an administrator does. */
async function setRight(canEdit: boolean): Promise<void> {
  const pair = `assistant_id=eq.${assistantId}&user_id=eq.${editor.userId}`;
  const { status } = await admin.rest(`assistant_access?${pair}`, {
    method: 'PATCH',
    body: { can_edit: canEdit },
  });
  expect(status).toBe(204);
}

const upload = (person: ChatClient, target: object) =>
  person.call('POST', '/documents/upload', { ...file, ...target });

const note = (person: ChatClient, target: object) =>
  person.call('POST', '/documents/note', { title: 'Note', note: 'Text', ...target });

test('DOCS-18 a user with the right to edit adds, reads again and replaces documents of the assistant and its participant', async () => {
  expect(await upload(editor, { assistantId })).toMatchObject({ status: 200 });
  expect(await upload(editor, { participantId })).toMatchObject({ status: 200 });
  const first = await addNote(server, editor, { title: 'Plan', note: 'Swims.', participantId });
  const { documentId } = first;
  expect(await upload(editor, { documentId })).toMatchObject({
    status: 200,
    body: { data: { documentId } },
  });
  const second = await addNote(server, editor, { title: 'Plan', note: 'Runs.', documentId });
  expect(second.documentId).toBe(documentId);
  const again = await editor.call('POST', '/documents/read', { documentId });
  expect(again).toMatchObject({ status: 200, body: { data: { queued: 1 } } });
});

test('DOCS-18 the right to edit ends at its assistant', async () => {
  const other = await addNote(server, admin, { title: 'Own', note: 'x', assistantId: otherId });
  const { documentId } = other;
  const before = await server.rows('document_versions?select=id');
  const unknown = '00000000-0000-4000-8000-000000000001';
  for (const target of [{ assistantId: otherId }, { documentId }, { assistantId: unknown }]) {
    expect(await upload(editor, target)).toMatchObject(refusal);
    expect(await note(editor, target)).toMatchObject(refusal);
  }
  for (const target of [{ documentId }, { documentId: unknown }, {}])
    expect(await editor.call('POST', '/documents/read', target)).toMatchObject(refusal);
  expect(await server.rows('document_versions?select=id')).toHaveLength(before.length);
});

test('DOCS-18 access to the assistant alone does not allow a user to edit', async () => {
  const { documentId } = await addNote(server, admin, { title: 'Plan', note: 'x', assistantId });
  for (const target of [{ assistantId }, { participantId }, { documentId }]) {
    expect(await upload(reader, target)).toMatchObject(refusal);
    expect(await note(reader, target)).toMatchObject(refusal);
  }
  expect(await reader.call('POST', '/documents/read', { documentId })).toMatchObject(refusal);
});

test('DOCS-18 a right that is revoked during an upload is not used, and the file is removed', async () => {
  const before = await server.rows('document_versions?select=id');
  let path: string | undefined;
  onStored = async () => {
    onStored = () => Promise.resolve();
    await setRight(false);
    path = 'stored';
  };
  expect(await upload(editor, { assistantId })).toMatchObject(refusal);
  expect(path).toBe('stored');
  expect(await server.rows('document_versions?select=id')).toHaveLength(before.length);
  const denied = await server.rows(`audit_logs?action=eq.denied&user_id=eq.${editor.userId}`);
  expect(denied).toContainEqual(
    expect.objectContaining({ assistant_id: assistantId, meta: { attempted: 'document_changed' } }),
  );
});

test('DOCS-18 revoking the access ends the right to edit; granting it again does not restore it', async () => {
  const grants = `/assistants/${assistantId}/grants/user`;
  expect(await admin.call('DELETE', `${grants}/${editor.userId}`)).toMatchObject({ status: 200 });
  expect(await note(editor, { assistantId })).toMatchObject(refusal);
  await admin.call('POST', grants, { userId: editor.userId });
  expect(await note(editor, { assistantId })).toMatchObject(refusal);
  const { body } = await admin.call('GET', `/assistants/${assistantId}/grants`);
  expect(body.data).toMatchObject({
    userGrants: expect.arrayContaining([
      { userId: editor.userId, userEmail: editor.email, userName: null, canEdit: false },
    ]),
  });
});

test('DOCS-19 the administration stays closed to users with the right to edit', async () => {
  for (const [method, path] of [
    ['GET', `/assistants/${assistantId}/grants`],
    ['GET', `/assistants/${assistantId}/model`],
    ['GET', '/users?q=a'],
  ] as const)
    expect(await editor.call(method, path)).toMatchObject({ status: 403 });
  const granting = await editor.rest(`assistant_access?user_id=eq.${editor.userId}`, {
    method: 'PATCH',
    body: { can_edit: true },
  });
  expect(granting.status).toBe(403);
  const entries = await editor.rest('audit_logs?select=id');
  expect(await entries.json()).toEqual([]);
});

test('SEARCH-02 documents to review are found by a title in another form', async () => {
  await addNote(server, editor, {
    title: 'Liam’s cafe\u0301 – plan',
    note: 'Swims.',
    participantId,
  });
  const select = 'title,assistants(label),participants(display_name),users(email)';
  async function search(q: string) {
    const path = `rpc/find_documents?select=${select}&archived=eq.false&order=title,id`;
    return (await editor.rest(path, { method: 'POST', body: { q } })).json();
  }
  expect(await search("liam's café - plan")).toEqual([
    {
      title: 'Liam’s cafe\u0301 – plan',
      assistants: null,
      participants: null,
      users: { email: editor.email },
    },
  ]);
  expect(await search('liam%plan')).toEqual([]);
});
