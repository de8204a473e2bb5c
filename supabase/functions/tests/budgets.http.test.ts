import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAssistant, fields } from './support/assistant-form.ts';
import type { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { ScriptedProvider } from './support/scripted-provider.ts';

const provider = new ScriptedProvider();
let server: ConversationsServer;
let admin: ChatClient;
beforeAll(async () => {
  server = await startConversationsServer({ dependencies: { provider } });
  admin = await server.person('admin');
});
afterAll(() => server.stop());

const setBudget = (id: string, monthly_token_budget: unknown) =>
  admin.call('PUT', `/assistants/${id}`, { ...fields, monthly_token_budget });

/** Sends a message whose reply uses a number of tokens. */
async function send(person: ChatClient, conversation: string, input_tokens: number) {
  const sending = person.send(conversation, { content: 'Hi' });
  const reply = await provider.reply();
  reply
    .start()
    .write('Hello')
    .emit({ type: 'done', usage: { input_tokens, output_tokens: 0 } });
  return (await sending).at(-1)?.event;
}

test('USAGE-08 a budget is set and removed, and an update without it leaves it unchanged', async () => {
  const created = await createAssistant(admin, { monthly_token_budget: 5000 });
  expect(created).toMatchObject({ monthly_token_budget: 5000 });
  await admin.call('PUT', `/assistants/${created.id}`, { ...fields, label: 'Renamed' });
  expect(await admin.get(`/assistants/${created.id}`)).toMatchObject({
    label: 'Renamed',
    monthly_token_budget: 5000,
  });
  await setBudget(created.id, null);
  expect(await admin.get(`/assistants/${created.id}`)).toMatchObject({
    monthly_token_budget: null,
  });
  expect(await createAssistant(admin)).toMatchObject({ monthly_token_budget: null });
});

test('USAGE-08 a change of the budget in an outdated version is a conflict', async () => {
  const { id, updated_at } = await createAssistant(admin);
  await setBudget(id, 2000);
  const late = { ...fields, monthly_token_budget: 3000, updated_at };
  expect(await admin.call('PUT', `/assistants/${id}`, late)).toMatchObject({
    status: 409,
    body: { code: 'conflict', details: { current: { monthly_token_budget: 2000 } } },
  });
});

test.each([
  [999, 'Budget must be at least 1,000 tokens'],
  [1000.5, 'Budget must be a whole number'],
  [1e17, 'Budget must be at most 1,000,000,000,000 tokens'],
  [1e13, 'Budget must be at most 1,000,000,000,000 tokens'],
  ['1000', 'Budget must be a number'],
])('USAGE-08 a budget of %j is refused with the reason', async (budget, error) => {
  const { id } = await createAssistant(admin);
  expect(await setBudget(id, budget)).toMatchObject({ status: 422, body: { error } });
});

test('USAGE-09, TRY-11 a send beyond the budget is refused before the provider is requested, and works after the budget is raised', async () => {
  const person = await server.person();
  const assistant = await server.assistant({ label: 'Limited', monthly_token_budget: 1000 }, [
    person,
  ]);
  const conversation = await person.startConversation(assistant);
  expect(await send(person, conversation, 1000)).toBe('final');
  const requested = provider.calls;

  const body = { content: 'Once more', idempotencyKey: 'k' };
  expect(await person.call('POST', `/conversations/${conversation}/stream`, body)).toEqual({
    status: 429,
    body: {
      ok: false,
      error: 'This assistant has reached its budget for this month. Ask an administrator.',
      code: 'rate_limited',
    },
  });
  expect(provider.calls).toBe(requested);
  expect(await person.messages(conversation)).toHaveLength(2);

  const own = await admin.startConversation(assistant);
  expect(await admin.call('POST', `/conversations/${own}/stream`, body)).toMatchObject({
    status: 429,
    body: {
      error:
        'This assistant has reached its budget for this month. Raise it under Admin, Assistants.',
    },
  });

  await setBudget(assistant, 2000);
  expect(await send(person, conversation, 0)).toBe('final');
  expect(await person.messages(conversation)).toHaveLength(4);
});
