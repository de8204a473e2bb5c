import { isChatCompletionBody, type LLMock } from '@copilotkit/aimock';
import { startTestServer } from '@homie/server/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readProviderSettings } from '../_shared/ai/provider-settings.ts';
import { readReplyIds } from './support/replies.ts';
import { ConversationsServer } from './support/conversations-server.ts';
import { REPLY, SECRET, startProviderMock } from './support/provider-mock.ts';
import { joinText } from './support/stream-reading.ts';

let mock: LLMock;
let server: ConversationsServer;
let modelless: ConversationsServer;
const log: string[] = [];

/** Starts the product with these variables, in addition to the address and key of the mock. */
async function start(variables: Record<string, string>): Promise<ConversationsServer> {
  const ai = readProviderSettings({
    AI_PROVIDER: 'responses',
    AI_BASE_URL: `${mock.url}/v1`,
    AI_API_KEY: SECRET,
    ...variables,
  });
  return new ConversationsServer(
    await startTestServer({ functionSettings: { ai }, log: (line) => log.push(line) }),
  );
}

beforeAll(async () => {
  mock = await startProviderMock();
  [server, modelless] = await Promise.all([start({ AI_MODEL: 'model-1' }), start({})]);
});
beforeEach(() => {
  mock.clearRequests();
  mock.resetMatchCounts();
  log.length = 0;
});
afterAll(async () => {
  await Promise.all([server.stop(), modelless.stop()]);
  await mock.stop();
});

/** Returns the body of the last request to the provider. */
function asked() {
  const body = mock.getLastRequest()?.body;
  if (!body || !isChatCompletionBody(body)) throw new Error('the provider was not asked');
  return body;
}

/** Creates a person with a conversation whose assistant has the given profile. */
async function personWithProfile(
  on: ConversationsServer,
  key: string,
  profile: Record<string, unknown> = {},
) {
  await on.rows('ai_assistant_profiles', {
    method: 'POST',
    body: { openai_assistant_id: key, ...profile },
  });
  const person = await on.person();
  const assistant = { label: 'House Rules', openai_assistant_id: key };
  const conversationId = await person.startConversation(await on.assistant(assistant, [person]));
  return { person, conversationId };
}

test('SEND-01 the connected provider replies to a message: the reply is streamed, stored and accounted for', async () => {
  const { person, conversationId } = await server.personInConversation();
  const events = await person.send(conversationId, { content: 'hello' });
  expect(joinText(events)).toBe(REPLY);
  const { turn } = readReplyIds(events);
  expect(await person.messages(conversationId)).toMatchObject([
    { role: 'user', content: 'hello' },
    { role: 'assistant', content: REPLY },
  ]);
  expect(await server.rows(`turns?id=eq.${turn}`)).toMatchObject([
    {
      provider: 'responses',
      model: 'model-1',
      status: 'completed',
      run_id: expect.stringMatching(/^resp/),
      usage: { output_tokens: expect.any(Number) },
    },
  ]);
});

test('the provider receives the conversation as stored on the server', async () => {
  const { person, conversationId } = await server.personInConversation();
  await person.send(conversationId, { content: 'hello' });
  await person.send(conversationId, { content: 'hello, hello' });
  expect(asked()).toMatchObject({
    model: 'model-1',
    messages: [
      { role: 'system', content: expect.stringContaining('You are "House Rules"') },
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: REPLY },
      { role: 'user', content: 'hello, hello' },
    ],
  });
});

test('an assistant’s profile sets model and instructions', async () => {
  const { person, conversationId } = await personWithProfile(server, 'asst_rules', {
    model: 'model-2',
    instructions: 'Quote the house rules.',
  });
  await person.send(conversationId, { content: 'hello' });
  const { model, messages } = asked();
  expect(model).toBe('model-2');
  expect(messages[0]).toMatchObject({ role: 'system', content: 'Quote the house rules.' });
});

test.each([
  ['without a model', 'asst_open', {}],
  ['for another provider', 'asst_elsewhere', { provider: 'chat', model: 'model-2' }],
])(
  'an assistant whose profile is %s fails with an error that it is not set up',
  async (_, key, profile) => {
    const { person, conversationId } = await personWithProfile(modelless, key, profile);
    const events = await person.send(conversationId, { content: 'hello' });
    expect(events.at(-1)).toMatchObject({
      event: 'error',
      data: {
        code: 'not_found',
        message: 'This assistant is not set up at the AI provider. Please tell an administrator.',
        retryable: false,
      },
    });
    expect(mock.getRequests()).toEqual([]);
  },
);

test('TRY-11 an administrator learns in a conversation which setting to check', async () => {
  const admin = await modelless.person('admin');
  const assistant = await modelless.assistant({ label: 'Open', openai_assistant_id: 'asst_none' });
  const conversation = await admin.startConversation(assistant);
  const events = await admin.send(conversation, { content: 'hello' });
  expect(events.at(-1)).toMatchObject({
    event: 'error',
    data: {
      code: 'not_found',
      message: 'No model is set. Choose a model for this assistant, or set AI_MODEL on the server.',
    },
  });
});

test('the text before a broken stream is stored, and can be continued', async () => {
  const { person, conversationId } = await server.personInConversation();
  const events = await person.send(conversationId, { content: 'cut' });
  expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'stream_broken' } });
  const beginning = joinText(events);
  expect(beginning).not.toBe('');
  const [message] = await person.messages(conversationId);
  const rest = await person.reply(conversationId, {
    messageId: String(message?.id),
    continues: String(message?.turn?.id),
  });
  expect(joinText(rest)).toBe(`${beginning} And so on.`);
  expect(asked().messages.slice(-2)).toMatchObject([
    { role: 'assistant', content: beginning },
    { role: 'user' },
  ]);
});

test.each(['401', '400', 'penniless', 'malformed'])(
  'neither the user nor the log receives the provider’s error text, key or address (%s)',
  async (content) => {
    const { person, conversationId } = await server.personInConversation();
    const events = await person.send(conversationId, { content });
    const records = await Promise.all([
      server.audit(conversationId),
      server.rows(`turns?conversation_id=eq.${conversationId}`),
      person.messages(conversationId),
    ]);
    expect(events.at(-1)).toMatchObject({ event: 'error' });
    expect(log).toHaveLength(1);
    const everything = JSON.stringify([events, log, records]);
    expect(everything).not.toContain(SECRET);
    expect(everything).not.toContain(mock.url);
  },
);
