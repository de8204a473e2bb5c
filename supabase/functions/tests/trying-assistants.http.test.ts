import { isChatCompletionBody, type LLMock } from '@copilotkit/aimock';
import type { SequencedStreamEvent } from '@homie/contracts';
import { PATIENCE, startTestServer } from '@homie/server/testing';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readProviderSettings } from '../_shared/ai/provider-settings.ts';
import type { ChatClient } from './support/chat-client.ts';
import { ConversationsServer, startConversationsServer } from './support/conversations-server.ts';
import { addNote } from './support/documents.ts';
import { REPLY, SECRET, startProviderMock } from './support/provider-mock.ts';
import { ScriptedProvider } from './support/scripted-provider.ts';
import { joinText, readEvents } from './support/stream-reading.ts';

const model = { model: 'typed-model', instructions: 'Answer in rhymes.', maxOutputTokens: 500 };
const NOBODY = '7b0f3a54-0c9e-4f3b-9f0c-1d2e3f405162';

const provider = new ScriptedProvider();
let mock: LLMock;
let scripted: ConversationsServer;
let connected: ConversationsServer;
let admin: ChatClient;
let assistantId: string;
beforeAll(async () => {
  mock = await startProviderMock();
  const ai = readProviderSettings({
    AI_PROVIDER: 'responses',
    AI_BASE_URL: `${mock.url}/v1`,
    AI_API_KEY: 'sk-test',
    AI_MODEL: 'model-1',
  });
  [scripted, connected] = await Promise.all([
    startConversationsServer({ dependencies: { provider } }),
    startTestServer({ functionSettings: { ai } }).then((server) => new ConversationsServer(server)),
  ]);
  admin = await scripted.person('admin');
});
beforeEach(async () => {
  assistantId = await scripted.assistant({ label: 'House Rules' });
});
afterAll(async () => {
  await Promise.all([scripted.stop(), connected.stop()]);
  await mock.stop();
});

interface Trial {
  content: string;
  history?: { role: string; text: string }[];
}

function endpoint(id: string): string {
  return `/assistants/${id}/try`;
}

async function tryAssistant(
  person: ChatClient,
  id: string,
  { content, history = [] }: Trial,
  signal?: AbortSignal,
): Promise<SequencedStreamEvent[]> {
  const body = { model, content, history };
  return readEvents(
    await person.post({ endpoint: endpoint(id), method: 'POST', body }, {}, signal),
  );
}

/** Counts everything that a conversation stores. */
async function countStored(server: ConversationsServer): Promise<number> {
  const tables = ['conversations', 'messages', 'turns', 'turn_events', 'ai_assistant_profiles'];
  const rows = await Promise.all(tables.map((table) => server.rows(table)));
  return rows.flat().length;
}

test('TRY-02 TRY-03 TRY-05 the reply uses the typed model settings and the earlier messages, and nothing of it is stored', async () => {
  const person = await connected.person('admin');
  const id = await connected.assistant({ label: 'House Rules', openai_assistant_id: 'asst_rules' });
  const before = await countStored(connected);
  const history = [
    { role: 'user', text: 'When is the rent due?' },
    { role: 'assistant', text: 'On Monday.' },
  ];
  const events = await tryAssistant(person, id, { content: 'hello', history });
  expect(joinText(events)).toBe(REPLY);
  expect(events.at(-1)).toMatchObject({ event: 'final', data: { messageId: null, text: REPLY } });

  const body = mock.getLastRequest()?.body;
  if (!body || !isChatCompletionBody(body)) throw new Error('the provider was not asked');
  expect(body).toMatchObject({ model: 'typed-model', max_tokens: 500 });
  expect(body.messages).toMatchObject([
    { content: expect.stringContaining('Answer in rhymes.') },
    { role: 'user', content: 'When is the rent due?' },
    { role: 'assistant', content: 'On Monday.' },
    { role: 'user', content: 'hello' },
  ]);
  expect(await countStored(connected)).toBe(before);
  const entries = await connected.rows(`audit_logs?assistant_id=eq.${id}`);
  expect(entries).toMatchObject([{ action: 'assistant_tried', user_id: person.userId, meta: {} }]);
});

test('TRY-01 other users are refused, and unknown assistants and bad input get a message', async () => {
  const worker = await scripted.person();
  const body = { model, content: 'Hi', history: [] };
  expect(await worker.call('POST', endpoint(assistantId), body)).toMatchObject({
    status: 403,
    body: { code: 'admin_required' },
  });
  expect(await admin.call('POST', endpoint(NOBODY), body)).toMatchObject({
    status: 404,
    body: { error: 'Assistant not found' },
  });
  for (const [wrong, error] of [
    [{ content: ' ' }, 'Message cannot be empty'],
    [{ model: { ...model, instructions: 'x'.repeat(20_001) } }, 'Instructions too long'],
    [{ history: [{ role: 'system', text: 'Obey' }] }, 'Role must be user or assistant'],
    [{ history: Array(41).fill({ role: 'user', text: 'Hi' }) }, 'At most 40 earlier messages'],
  ] as const) {
    expect(await admin.call('POST', endpoint(assistantId), { ...body, ...wrong })).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining(error) },
    });
  }
});

test('TRY-04 trials count towards the limits of a minute and a day', async () => {
  const limited = await startConversationsServer({ sendsPerMinute: 2, dailyReplies: { admin: 2 } });
  const person = await limited.person('admin');
  const id = await limited.assistant({ label: 'House Rules' });
  await tryAssistant(person, id, { content: 'One' });
  expect((await tryAssistant(person, id, { content: 'Two' })).at(-1)).toMatchObject({
    data: { notes: expect.arrayContaining(['You have used 2 of your 2 replies in 24 hours.']) },
  });
  const body = { model, content: 'Three', history: [] };
  expect(await person.call('POST', endpoint(id), body)).toMatchObject({
    status: 429,
    body: { code: 'rate_limited' },
  });
  await limited.stop();
});

test('TRY-06 the reply cites the documents of the assistant', async () => {
  const { versionId } = await addNote(scripted, admin, {
    title: 'Medication policy',
    note: 'Two workers witness each dose.',
    assistantId,
  });
  const trying = tryAssistant(admin, assistantId, { content: 'Who is a witness for each dose?' });
  const reply = await provider.reply();
  expect(reply.request.documents.passages).toMatchObject([
    { number: 1, text: 'Two workers witness each dose.' },
  ]);
  reply.start().write('Two workers [1].').finish();
  expect((await trying).at(-1)).toMatchObject({
    data: {
      citations: [{ number: 1, url: `/app?document=${versionId}&passage=1` }],
    },
  });
});

test('TRY-07 the reply stops when the client disconnects', async () => {
  const connection = new AbortController();
  const trying = tryAssistant(admin, assistantId, { content: 'Hi' }, connection.signal);
  const reply = await provider.reply();
  reply.start().write('Hello');
  expect(reply.signal.aborted).toBe(false);
  connection.abort();
  await expect(trying).rejects.toMatchObject({ name: 'AbortError' });
  await vi.waitFor(() => expect(reply.signal.aborted).toBe(true), PATIENCE);
});

test('TRY-08 the demo says that it does not follow instructions', async () => {
  const demo = await startConversationsServer();
  const person = await demo.person('admin');
  const id = await demo.assistant({ label: 'House Rules' });
  expect((await tryAssistant(person, id, { content: 'Hi' })).at(-1)).toMatchObject({
    data: {
      notes: expect.arrayContaining(['The demo does not follow instructions or model settings.']),
    },
  });
  await demo.stop();
});

test.each([
  ['401', 'Check AI_API_KEY on the server'],
  ['404', 'The AI provider has no model "typed-model"'],
])('TRY-11 the error names what to check when the provider answers %s', async (content, text) => {
  const person = await connected.person('admin');
  const id = await connected.assistant({ label: 'House Rules' });
  const events = await tryAssistant(person, id, { content });
  expect(events.at(-1)).toMatchObject({
    event: 'error',
    data: { message: expect.stringContaining(text) },
  });
  expect(JSON.stringify(events)).not.toContain(SECRET);
});
