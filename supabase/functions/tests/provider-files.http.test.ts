import type { LLMock } from '@copilotkit/aimock';
import { PATIENCE } from '@homie/server/testing';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { responsesProvider } from '../_shared/ai/responses-provider.ts';
import { pdfDocument } from '../_shared/domain/extract/testing/documents.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { FileClient } from './support/file-client.ts';
import { REPLY, startProviderMock } from './support/provider-mock.ts';
import { joinText } from './support/stream-reading.ts';

interface Call {
  method: string;
  path: string;
  form?: FormData;
  input?: { role: string; content: unknown }[];
}

/** Requests to the provider, in order. */
const calls: Call[] = [];
let refusesFiles = false;
/** Ids of files that the provider has deleted; with `losesFiles` it has none. */
const gone = new Set<string>();
let losesFiles = false;
let mock: LLMock;
let server: ConversationsServer;

const watchedFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const path = new URL(request.url).pathname;
  const copy = request.clone();
  if (path === '/v1/files') {
    calls.push({ method: request.method, path, form: await copy.formData() });
    if (refusesFiles) return Response.json({ error: { message: 'full' } }, { status: 400 });
  } else if (path === '/v1/responses') {
    const { input: messages } = (await copy.json()) as Pick<Call, 'input'>;
    calls.push({ method: request.method, path, ...(messages && { input: messages }) });
    const asked = namedFiles(calls.slice(-1));
    if (losesFiles || asked.some((id) => gone.has(id)))
      return Response.json({ error: { message: 'File not found' } }, { status: 404 });
  } else calls.push({ method: request.method, path });
  return fetch(request);
};

const provider = () =>
  responsesProvider({
    baseUrl: `${mock.url}/v1`,
    apiKey: 'sk-test',
    fileUpload: true,
    fetch: watchedFetch,
  });

beforeAll(async () => {
  mock = await startProviderMock();
  server = await startConversationsServer({ dependencies: { provider: provider() } });
});
beforeEach(() => {
  calls.length = 0;
  refusesFiles = false;
  losesFiles = false;
  gone.clear();
});
afterAll(async () => {
  await server.stop();
  await mock.stop();
});

/** Creates a person with a PDF and a text file that can be sent. */
async function withFiles() {
  const { person, conversationId } = await server.personInConversation();
  const files = new FileClient(person, server.server, conversationId);
  const pdf = await files.cleanFile({
    name: 'lease.pdf',
    mime: 'application/pdf',
    content: pdfDocument([['The rent is due every Monday.']]),
  });
  return { person, conversationId, files, pdf };
}

const uploads = () => calls.filter(({ method, path }) => method === 'POST' && path === '/v1/files');
const namedFiles = (from = calls) =>
  from.flatMap(({ input }) =>
    Array.from(JSON.stringify(input ?? []).matchAll(/"file_id":"([^"]+)"/g), ([, id = '']) => id),
  );
const questions = () =>
  calls.flatMap(({ input }) =>
    input ? [input.findLast(({ role }) => role === 'user')?.content] : [],
  );

test('a document is uploaded to the provider once, with an expiry, and referenced in each later question', async () => {
  const { person, conversationId, files, pdf } = await withFiles();
  const table = await files.cleanFile({
    name: 'costs.csv',
    mime: 'text/csv',
    content: 'Item,Amount\nTea,3\n',
  });
  const send = (content: string, attachments = [pdf].slice(1)) =>
    person.send(conversationId, { content, attachments });
  expect(joinText(await send('hello', [pdf, table]))).toBe(REPLY);
  expect(joinText(await send('And once more: hello'))).toBe(REPLY);

  const [upload, ...more] = uploads();
  expect(more).toEqual([]);
  expect(upload?.form?.get('purpose')).toBe('user_data');
  expect(upload?.form?.get('expires_after[anchor]')).toBe('created_at');
  expect(upload?.form?.get('expires_after[seconds]')).toBe('604800');
  expect(upload?.form?.get('file')).toMatchObject({ name: 'lease.pdf', type: 'application/pdf' });

  const [id] = namedFiles();
  expect(id).toMatch(/^file-/);
  // The browser does not receive the id of the file at the provider.
  const seen = await person.rest(`messages?conversation_id=eq.${conversationId}&select=*`, {});
  expect(await seen.text()).not.toContain(String(id));
  expect(JSON.stringify(await person.messages(conversationId))).not.toContain(String(id));
  const file = { type: 'input_file', file_id: id };
  expect(questions()).toEqual([
    [file, { type: 'input_text', text: expect.stringContaining('2,Tea,3') }],
    [
      file,
      { type: 'input_text', text: expect.stringMatching(/costs\.csv.*attached earlier[^]*hello$/) },
    ],
  ]);
});

test('if the provider rejects the file, its text is sent instead', async () => {
  refusesFiles = true;
  const { person, conversationId, pdf } = await withFiles();
  const events = await person.send(conversationId, { content: 'hello', attachments: [pdf] });
  expect(joinText(events)).toBe(REPLY);
  expect(uploads()).toHaveLength(1);
  expect(questions()).toEqual([expect.stringContaining('[page 1]\nThe rent is due every Monday.')]);
});

test('a copy that no longer exists at the provider is uploaded again, once', async () => {
  const { person, conversationId, pdf } = await withFiles();
  await person.send(conversationId, { content: 'hello', attachments: [pdf] });
  for (const id of namedFiles()) gone.add(id);
  expect(joinText(await person.send(conversationId, { content: 'And once more: hello' }))).toBe(
    REPLY,
  );
  expect(uploads()).toHaveLength(2);
  expect(namedFiles()).toHaveLength(3);
  expect(gone.has(String(namedFiles().at(-1)))).toBe(false);

  losesFiles = true;
  const events = await person.send(conversationId, { content: 'And again' });
  expect(events.at(-1)).toMatchObject({ event: 'error' });
  expect(uploads()).toHaveLength(3);
});

test('the provider’s copy is removed with the conversation, and a missing copy is no error', async () => {
  const { person, conversationId, pdf } = await withFiles();
  await person.send(conversationId, { content: 'hello', attachments: [pdf] });
  const [id] = namedFiles();
  await person.call('DELETE', `/conversations/${conversationId}`);
  await vi.waitFor(
    () => expect(calls.at(-1)).toEqual({ method: 'DELETE', path: `/v1/files/${id}` }),
    PATIENCE,
  );

  await expect(provider().files?.remove(String(id))).resolves.toBeUndefined();
});
