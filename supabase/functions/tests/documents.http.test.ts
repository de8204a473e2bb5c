import { savedDocumentSchema, type SavedDocument } from '@homie/contracts/admin';
import { PATIENCE } from '@homie/server/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pdfDocument } from '../_shared/domain/extract/testing/documents.ts';
import { readWaitingDocuments } from '../conversations/document-reading.ts';
import type { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { addNote } from './support/documents.ts';
import { uploadBody, type FileToUpload } from './support/file-client.ts';

const EICAR = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`;

let server: ConversationsServer;
let admin: ChatClient;
let worker: ChatClient;
let assistantId: string;

beforeAll(async () => {
  server = await startConversationsServer();
  admin = await server.person('admin');
  worker = await server.person();
  assistantId = await server.assistant({ label: 'House Rules' }, [worker]);
});
afterAll(() => server.stop());

function upload(person: ChatClient, file: FileToUpload, target: object = { assistantId }) {
  return person.call('POST', '/documents/upload', { ...uploadBody(file), ...target });
}

async function saved(answer: ReturnType<typeof upload>): Promise<SavedDocument> {
  const { body } = await answer;
  if (!body.ok) throw new Error(`not saved: ${body.error}`);
  return savedDocumentSchema.parse(body.data);
}

/** Waits until a version was read, or could not be read. */
function readVersion({ versionId }: SavedDocument) {
  return vi.waitFor(async () => {
    const [row] = await server.rows(`document_versions?id=eq.${versionId}`);
    expect(['ready', 'failed']).toContain(row?.['status']);
    return row;
  }, PATIENCE);
}

const chunks = (versionId: string) =>
  server.rows(`document_chunks?version_id=eq.${versionId}&order=position&select=content,place`);

test('DOCS-12 an uploaded file is scanned, read in the background and split with its page numbers', async () => {
  const bytes = pdfDocument([['Wash your hands.'], ['Lock the medication away.']]);
  const file = { name: 'Hygiene rules.pdf', mime: 'application/pdf', content: bytes };
  const document = await saved(upload(admin, file));
  expect(await readVersion(document)).toMatchObject({
    number: 1,
    name: 'Hygiene rules.pdf',
    status: 'ready',
    progress: 100,
    chunk_count: 2,
    scanned_by: expect.stringContaining('checks'),
  });
  expect(await chunks(document.versionId)).toEqual([
    { content: 'Wash your hands.', place: { page: 1 } },
    { content: 'Lock the medication away.', place: { page: 2 } },
  ]);
  const [row] = await server.rows(`documents?id=eq.${document.documentId}`);
  expect(row).toMatchObject({ title: 'Hygiene rules', owner_id: admin.userId, archived: false });
});

test('DOCS-31 a file that a document of the assistant has already is not added a second time', async () => {
  const file = { name: 'Visits.txt', content: 'Ring the bell twice.' };
  const first = await saved(upload(admin, file));
  expect(await upload(admin, { ...file, name: 'Copy of Visits.txt' })).toEqual({
    status: 409,
    body: {
      ok: false,
      code: 'conflict',
      error:
        'The document ‘Visits’ has this file already. To change it, choose Replace file in its menu.',
    },
  });
  const elsewhere = await server.assistant({ label: 'Other rules' });
  await saved(upload(admin, file, { assistantId: elsewhere }));
  // The file of the document itself, for example after a failed reading.
  await saved(upload(admin, file, { documentId: first.documentId }));
  await saved(upload(admin, { ...file, content: 'Ring once.' }, { documentId: first.documentId }));
  await saved(upload(admin, file));
});

test('DOCS-24 a file with more text than a usual request may have is read to its end', async () => {
  const content = 'Lock the medication cupboard after each use.\n\n'.repeat(30_000);
  const document = await saved(upload(admin, { name: 'handbook.txt', content }));
  expect(await readVersion(document)).toMatchObject({ status: 'ready', problem: null });
});

test('DOCS-12 a note is a document, and saving it again adds a version', async () => {
  const note = { title: 'Fire', note: '# Exit\nLeave by the north gate.' };
  const first = await saved(admin.call('POST', '/documents/note', { ...note, assistantId }));
  await readVersion(first);
  const { documentId } = first;
  const second = await saved(
    admin.call('POST', '/documents/note', {
      title: 'Fire',
      note: 'Use the south gate.',
      documentId,
    }),
  );
  expect(await readVersion(second)).toMatchObject({ number: 2, status: 'ready' });
  expect(second.documentId).toBe(documentId);
  expect(await chunks(first.versionId)).toHaveLength(1);
});

test('DOCS-13 a file that cannot be read says why', async () => {
  const virus = await saved(upload(admin, { name: 'plan.txt', content: EICAR }));
  expect(await readVersion(virus)).toMatchObject({
    status: 'failed',
    problem: expect.stringMatching(/virus/i),
  });
  const scan = { name: 'scan.pdf', mime: 'application/pdf', content: pdfDocument([[]]) };
  expect(await readVersion(await saved(upload(admin, scan)))).toMatchObject({
    status: 'failed',
    problem: 'scan.pdf has no text that can be read: its pages are probably scanned pictures.',
  });
  const again = await admin.call('POST', '/documents/read', { documentId: virus.documentId });
  expect(again).toMatchObject({ status: 200, body: { data: { queued: 1 } } });
  expect(await readVersion(virus)).toMatchObject({ status: 'failed' });
});

test('DOCS-02 users without the right to edit upload no files, save no notes and read no documents again', async () => {
  for (const [path, body] of [
    ['upload', { ...uploadBody({ name: 'a.txt', content: 'x' }), assistantId }],
    ['note', { title: 'Mine', note: 'x', assistantId }],
    ['read', {}],
  ] as const) {
    const { status, body: answer } = await worker.call('POST', `/documents/${path}`, body);
    expect([status, answer.code]).toEqual([403, 'edit_access_denied']);
  }
  const large = { name: 'a.txt', content: 'x'.repeat(600_000) };
  expect(await upload(worker, large)).toMatchObject({ status: 403 });
  expect(await server.rows('documents?title=eq.Mine')).toEqual([]);
});

test('DOCS-14 bad input gets a message and stores nothing', async () => {
  const before = (await server.rows('document_versions?select=id')).length;
  const file = { name: 'a.txt', content: 'x' };
  const target = { documentId: '00000000-0000-4000-8000-000000000001' };
  const cases: [Promise<{ status: number; body: { error?: string } }>, number, string][] = [
    [upload(admin, file, {}), 422, 'Name one document, assistant or participant'],
    [
      upload(admin, file, { assistantId, participantId: assistantId }),
      422,
      'Name one document, assistant or participant',
    ],
    [
      upload(admin, { ...file, name: 'a.exe' }),
      422,
      'Unsupported file type. Allowed: PDF, CSV, XLSX, XLS, TXT, DOCX.',
    ],
    [upload(admin, { name: 'a.txt', content: '' }), 422, 'The file is empty.'],
    [upload(admin, file, target), 404, 'This document, assistant or participant no longer exists.'],
    [upload(admin, file, { assistantId: 'x' }), 422, expect.any(String) as string],
    [
      admin.call('POST', '/documents/note', { title: ' ', note: 'x', assistantId }),
      422,
      'Title is required',
    ],
    [
      admin.call('POST', '/documents/note', { title: 'A', note: ' ', assistantId }),
      422,
      'Text is required',
    ],
    [admin.call('POST', '/documents/note'), 422, expect.any(String) as string],
  ];
  for (const [answer, status, error] of cases)
    expect(await answer).toMatchObject({ status, body: { ok: false, error } });
  expect(await server.rows('document_versions?select=id')).toHaveLength(before);
});

test('DOCS-06 several processes read each waiting document once, also one that a killed process left', async () => {
  const [{ id: documentId } = {}] = await server.rows('documents', {
    method: 'POST',
    body: { title: 'Many', assistant_id: assistantId },
  });
  const past = new Date(Date.now() - 60_000).toISOString();
  await server.rows('document_versions', {
    method: 'POST',
    body: Array.from({ length: 12 }, (_, index) => ({
      document_id: documentId,
      number: index + 1,
      note: `Text ${index + 1}`,
      status: index === 0 ? 'reading' : 'waiting',
      attempts: index === 0 ? 1 : 0,
      claimed_until: index === 0 ? past : null,
    })),
  });
  await Promise.all([
    readWaitingDocuments(server.environment),
    readWaitingDocuments(server.environment),
    readWaitingDocuments(server.environment),
  ]);
  await readWaitingDocuments(server.environment);
  const versions = await server.rows(
    `document_versions?document_id=eq.${String(documentId)}&order=number&select=status,attempts`,
  );
  expect(versions).toEqual([
    { status: 'ready', attempts: 2 },
    ...Array.from({ length: 11 }, () => ({ status: 'ready', attempts: 1 })),
  ]);
  const searched = await server.rows(
    'document_chunks?scope_id=not.is.null&select=content&content=like.Text*',
  );
  expect(searched).toEqual([{ content: 'Text 12' }]);
});

test('DOCS-08 deleting a document removes its file from the storage', async () => {
  const document = await saved(upload(admin, { name: 'old.txt', content: 'Old text.' }));
  const version = await readVersion(document);
  const path = String(version?.['supabase_path']);
  const read = () => server.server.call(`/storage/v1/object/${path}`, { as: 'service' });
  expect((await read()).status).toBe(200);
  const own = await admin.rest(`documents?id=eq.${document.documentId}`, { method: 'DELETE' });
  expect(own.status).toBe(204);
  const { sweepFiles } = await import('../conversations/sweep-files.ts');
  await sweepFiles(server.environment);
  expect((await read()).status).not.toBe(200);
});

test('DOCS-01 no user reads the stored file of a document', async () => {
  const document = await saved(upload(admin, { name: 'own.txt', content: 'Own text.' }));
  const path = String((await readVersion(document))?.['supabase_path']);
  for (const person of [admin, worker]) {
    const response = await server.server.call(`/storage/v1/object/${path}`, {
      headers: { authorization: person.authorization },
    });
    expect(response.status).not.toBe(200);
  }
});

test('DOCS-16 RECORD-06 users with access download the file of a version that was read; others and unread files are refused', async () => {
  const content = 'Wash your hands before each meal.';
  const file = { name: 'Hygiene rules.txt', mime: 'text/plain', content };
  const document = await saved(upload(admin, file));
  await readVersion(document);
  const body = { versionId: document.versionId };
  for (const person of [admin, worker]) {
    const answer = await person.call('POST', '/documents/file', body);
    expect(answer).toMatchObject({ status: 200 });
    const { url } = answer.body.data as { url: string };
    const response = await fetch(url.startsWith('/') ? `${server.server.url}${url}` : url);
    expect(response.headers.get('content-disposition')).toContain('Hygiene%20rules.txt');
    expect(await response.text()).toBe(content);
  }

  const other = await server.person();
  const gone = { status: 404, body: { error: 'This file no longer exists.' } };
  expect(await other.call('POST', '/documents/file', body)).toMatchObject(gone);
  const note = await addNote(server, admin, { title: 'Note', note: 'Text', assistantId });
  const ofNote = { versionId: note.versionId };
  expect(await admin.call('POST', '/documents/file', ofNote)).toMatchObject(gone);
  const infected = await saved(upload(admin, { ...file, content: `${EICAR}\n` }));
  await readVersion(infected);
  const ofInfected = { versionId: infected.versionId };
  expect(await admin.call('POST', '/documents/file', ofInfected)).toMatchObject({
    status: 422,
    body: { error: expect.stringContaining('cannot be downloaded') },
  });
  expect(await worker.call('POST', '/documents/file', ofInfected)).toMatchObject(gone);
  expect(await admin.call('POST', '/documents/file', { versionId: 'x' })).toMatchObject({
    status: 422,
  });
  const opened = await server.rows(
    'audit_logs?action=eq.document_opened&order=created_at&select=user_id,assistant_id,meta',
  );
  const { documentId: document_id } = document;
  expect(opened).toEqual(
    [admin, worker].map(({ userId: user_id }) => ({
      user_id,
      assistant_id: assistantId,
      meta: { document_id, title: 'Hygiene rules', version: 1 },
    })),
  );
});

test('DOCS-30 of 61 notes that one user saves at once, 60 are saved', async () => {
  const editor = await server.person('admin');
  const answers = await Promise.all(
    Array.from({ length: 61 }, (_, index) =>
      editor.call('POST', '/documents/note', { title: `Note ${index}`, note: 'Text', assistantId }),
    ),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toEqual([
    expect.objectContaining({
      status: 429,
      body: expect.objectContaining({ code: 'rate_limited' }),
    }),
  ]);
});
