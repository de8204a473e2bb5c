import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProviderError } from '../_shared/ai/provider-error.ts';
import { joinText, getTurnId } from './support/stream-reading.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { ScriptedProvider } from './support/scripted-provider.ts';

const provider = new ScriptedProvider();
let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer({ dependencies: { provider } });
});
afterAll(() => server.stop());

test('API-37 DATA-16 a sent message streams info, created, deltas and final, numbered from 1', async () => {
  const { person, conversationId } = await server.personInConversation();

  const sending = person.send(conversationId, { content: 'Hi' });
  (await provider.reply()).start().write('One ').write('two').finish();
  const events = await sending;

  expect([...new Set(events.map(({ event }) => event))]).toEqual([
    'info',
    'created',
    'delta',
    'final',
  ]);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(joinText(events)).toBe('One two');
  expect(events.map(({ data }) => 'last' in data).indexOf(true)).toBe(events.length - 2);
  expect(events[1]).toMatchObject({ data: { openaiMessageId: 'msg_1' } });
  expect(events.at(-1)).toMatchObject({
    event: 'final',
    data: { text: 'One two', openaiMessageId: 'msg_1', messageId: expect.any(String) },
  });
  expect(await person.messages(conversationId)).toMatchObject([
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'One two' },
  ]);
});

test('DATA-16 requires_action ends the stream without an assistant message', async () => {
  const { person, conversationId } = await server.personInConversation();
  const sending = person.send(conversationId, { content: 'Book it' });
  (await provider.reply()).start().emit({ type: 'requires_action', message: 'A tool is needed' });
  const events = await sending;

  expect(events.at(-1)).toMatchObject({
    event: 'requires_action',
    data: { message: 'A tool is needed' },
  });
  expect(await person.messages(conversationId)).toMatchObject([
    { role: 'user', turn: { status: 'requires_action', error_message: 'A tool is needed' } },
  ]);
});

test.each([
  ['a failure', 'fail', 'rate_limited', 'The AI provider is busy. Please try again in a moment.'],
  [
    'an end without a closing event',
    'breakOff',
    'stream_broken',
    'The reply was cut off. Please try again.',
  ],
] as const)(
  '%s of the provider ends the stream with error and stores the text so far',
  async (_, how, code, message) => {
    const { person, conversationId } = await server.personInConversation();
    const sending = person.send(conversationId, { content: 'Hi' });
    (await provider.reply())
      .start()
      .write('Half a ')
      [how](new ProviderError('rate_limited', { cause: 'key sk-1' }));
    const events = await sending;

    expect(events.at(-1)).toMatchObject({
      event: 'error',
      data: { code, message, retryable: true },
    });
    expect(await person.messages(conversationId)).toMatchObject([
      {
        role: 'user',
        content: 'Hi',
        turn: expect.objectContaining({
          status: 'failed',
          text: 'Half a ',
          error_message: message,
        }),
      },
    ]);
  },
);

test('a provider that finishes without text has failed', async () => {
  const { person, conversationId } = await server.personInConversation();
  const sending = person.send(conversationId, { content: 'Hi' });
  (await provider.reply()).start().finish();
  expect((await sending).at(-1)).toMatchObject({
    event: 'error',
    data: { code: 'provider_failed' },
  });
});

test('the provider receives the earlier messages and the question, but no name of the user', async () => {
  const { person, conversationId } = await server.personInConversation();
  const first = person.send(conversationId, { content: 'My name is Kim' });
  (await provider.reply()).start().write('Noted').finish();
  await first;
  const second = person.send(conversationId, { content: 'What is my name?' });
  const reply = await provider.reply();
  reply.start().write('Kim').finish();
  await second;

  expect(reply.request.history).toEqual([
    { role: 'user', text: 'My name is Kim', openaiMessageId: null },
    { role: 'assistant', text: 'Noted', openaiMessageId: 'msg_1' },
  ]);
  expect(reply.request.question).toBe('What is my name?');
  expect(reply.request.safetyId).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(reply.request)).not.toContain(person.userId);
});

test('a reply is audited with one row per event, without its text', async () => {
  const { person, conversationId } = await server.personInConversation();
  const sending = person.send(conversationId, { content: 'Secret question' });
  (await provider.reply()).start().write('Secret ').write('answer').finish();
  const turnId = getTurnId(await sending);

  const rows = await server.audit(conversationId);
  expect(rows.map(({ action }) => action)).toEqual([
    'conversation_created',
    'send_message',
    'run_started',
    'run_stream_started',
    'run_stream_completed',
    'run_succeeded',
  ]);
  expect(rows.at(-1)?.meta).toEqual({
    turn_id: turnId,
    thread_id: conversationId,
    run_id: 'resp_1',
    openai_message_id: 'msg_1',
    provider: 'scripted',
    model: 'model-1',
  });
  expect(JSON.stringify(rows)).not.toMatch(/secret/i);
});

test('a failed reply is audited as run_failed with its code', async () => {
  const { person, conversationId } = await server.personInConversation();
  const sending = person.send(conversationId, { content: 'Hi' });
  (await provider.reply()).fail(new ProviderError('bad_request'));
  await sending;
  const rows = await server.audit(conversationId);
  expect(rows.map(({ action }) => action)).toEqual([
    'conversation_created',
    'send_message',
    'run_started',
    'run_failed',
  ]);
  expect(rows.at(-1)?.meta).toMatchObject({ error_code: 'bad_request' });
});
