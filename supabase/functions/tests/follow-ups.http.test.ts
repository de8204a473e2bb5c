import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssistant, fields } from './support/assistant-form.ts';
import type { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { addNote } from './support/documents.ts';
import { ScriptedProvider } from './support/scripted-provider.ts';

const provider = new ScriptedProvider();
const errors: unknown[] = [];
let server: ConversationsServer;
let worker: ChatClient;
beforeAll(async () => {
  server = await startConversationsServer({
    dependencies: { provider, onError: (error) => errors.push(error) },
  });
  worker = await server.person();
});
afterAll(() => server.stop());

const usage = { input_tokens: 7, output_tokens: 2 };

/** Sends a message and writes its reply. Returns the ids of both, and how to request the follow-up questions. */
async function converse(settings: Record<string, unknown> = { suggest_follow_ups: true }) {
  const assistant = await server.assistant({ label: 'Shift notes', ...settings }, [worker]);
  const conversation = await worker.startConversation(assistant);
  const sending = worker.send(conversation, { content: 'Which form?' });
  (await provider.reply()).start().write('Form **B**.').emit({ type: 'done', usage });
  await sending;
  const [question = '', reply = ''] = (await worker.messages(conversation)).map(({ id }) => id);
  const path = (message = reply) => `/conversations/${conversation}/messages/${message}/follow-ups`;
  return {
    conversation,
    question,
    reply,
    path,
    request: async (person = worker) => (await person.call('POST', path())).body,
  };
}

/** Requests the questions of a reply, for which the provider writes a text. */
async function suggest({ request }: Awaited<ReturnType<typeof converse>>, text: string) {
  const requesting = request();
  const asked = await provider.reply();
  asked.start().write(text).emit({ type: 'done', usage });
  return { asked: asked.request, answer: await requesting };
}

const questions = (...list: string[]) => ({ ok: true, data: { questions: list, pending: false } });

test('FOLLOW-01 the setting is off by default, and an update without it leaves it unchanged', async () => {
  const admin = await server.person('admin');
  expect(await createAssistant(admin)).toMatchObject({ suggest_follow_ups: false });
  const { id } = await createAssistant(admin, { suggest_follow_ups: true });
  await admin.call('PUT', `/assistants/${id}`, { ...fields, label: 'Renamed' });
  expect(await admin.get(`/assistants/${id}`)).toMatchObject({
    label: 'Renamed',
    suggest_follow_ups: true,
  });
});

test('FOLLOW-02 the first call requests the questions, and later calls read them', async () => {
  const talk = await converse();
  const { answer, asked } = await suggest(talk, 'Where is form B?\nWho signs it?');
  expect(answer).toEqual(questions('Where is form B?', 'Who signs it?'));
  expect(asked).toMatchObject({
    history: [
      { role: 'user', text: 'Which form?' },
      { role: 'assistant', text: 'Form **B**.' },
    ],
    attachments: [],
    documents: { hasDocuments: false, passages: [] },
    web: { enabled: false },
    maxOutputTokens: 800,
  });
  const { calls } = provider;
  expect(await talk.request()).toEqual(questions('Where is form B?', 'Who signs it?'));
  expect(provider.calls).toBe(calls);
});

test('FOLLOW-02 a call while another one requests the questions is pending', async () => {
  const talk = await converse();
  const requesting = talk.request();
  const asked = await provider.reply();
  expect(await talk.request()).toEqual({ ok: true, data: { questions: [], pending: true } });
  asked.start().write('Who signs it?').finish();
  expect(await requesting).toEqual(questions('Who signs it?'));
  expect(await talk.request()).toEqual(questions('Who signs it?'));
});

test('FOLLOW-02 a failure is no error of the call, and is not repeated', async () => {
  const talk = await converse();
  const requesting = talk.request();
  const failure = new Error('No answer');
  (await provider.reply()).start().write('Who').fail(failure);
  expect(await requesting).toEqual(questions());
  expect(errors).toEqual([failure]);
  const { calls } = provider;
  expect(await talk.request()).toEqual(questions());
  expect(provider.calls).toBe(calls);
  expect(await worker.messages(talk.conversation)).toMatchObject([
    { content: 'Which form?' },
    { content: 'Form **B**.' },
  ]);
});

test('FOLLOW-03 no other user gets the questions of a reply', async () => {
  const talk = await converse();
  await suggest(talk, 'Who signs it?');
  const missing = { ok: false, error: 'This message no longer exists.', code: 'message_not_found' };
  for (const role of ['support_worker', 'admin'] as const) {
    expect(await talk.request(await server.person(role))).toEqual(missing);
  }
  for (const id of [talk.question, 'x', '7b0f3a54-0c9e-4f3b-9f0c-1d2e3f405162'])
    expect((await worker.call('POST', talk.path(id))).body).toEqual(missing);
});

test('FOLLOW-04 no questions are requested if the assistant suggests none, or after the next message', async () => {
  const off = await converse({});
  const { calls } = provider;
  expect(await off.request()).toEqual(questions());
  expect(provider.calls).toBe(calls);

  const talk = await converse();
  await suggest(talk, 'Who signs it?');
  const sending = worker.send(talk.conversation, { content: 'Who signs it?' });
  (await provider.reply()).start().write('The coordinator.').finish();
  await sending;
  expect(await talk.request()).toEqual(questions());
});

test('FOLLOW-05 the tokens of the questions count towards the budget of the assistant', async () => {
  const talk = await converse({ suggest_follow_ups: true, monthly_token_budget: 1000 });
  const requesting = talk.request();
  const used = { input_tokens: 900, output_tokens: 91 };
  (await provider.reply()).start().write('Who?').emit({ type: 'done', usage: used });
  await requesting;
  const body = { content: 'Once more', idempotencyKey: 'k' };
  expect(
    await worker.call('POST', `/conversations/${talk.conversation}/stream`, body),
  ).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
});

test('FOLLOW-06 what is no short plain question is left out', async () => {
  const { answer } = await suggest(
    await converse(),
    'Sure:\n<b>Who?</b>\n[Read this](https://evil.example)?\nSee https://evil.example?\nWho signs it?',
  );
  expect(answer).toEqual(questions('Who signs it?'));
});

test('FOLLOW-07 the demo asks about other headings of the documents', async () => {
  const demo = await startConversationsServer();
  try {
    const person = await demo.person();
    const assistantId = await demo.assistant({ label: 'Rules', suggest_follow_ups: true }, [
      person,
    ]);
    await addNote(demo, await demo.person('admin'), {
      title: 'Medication policy',
      note: '# Doses\nTwo workers witness each dose.\n# Storage\nInsulin is in the fridge.',
      assistantId,
    });
    const conversation = await person.startConversation(assistantId);
    await person.send(conversation, { content: 'Who is a witness for each dose?' });
    const reply = (await person.messages(conversation)).at(-1);
    const path = `/conversations/${conversation}/messages/${reply?.id}/follow-ups`;
    expect((await person.call('POST', path)).body).toEqual(
      questions('What do our documents say about “Storage”?'),
    );
  } finally {
    await demo.stop();
  }
});
