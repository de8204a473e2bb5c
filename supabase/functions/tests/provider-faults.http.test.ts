import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProviderEvent } from '../_shared/ai/provider.ts';
import { ProviderError } from '../_shared/ai/provider-error.ts';
import { joinText } from './support/stream-reading.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { ScriptedProvider } from './support/scripted-provider.ts';

const provider = new ScriptedProvider();
let server: ConversationsServer;
beforeAll(async () => {
  server = await startConversationsServer({
    dependencies: { provider, timing: { providerPauseMs: 10 } },
  });
});
afterAll(() => server.stop());

/** Sends a message; returns its events and the number of provider requests for it. */
async function send() {
  const { person, conversationId } = await server.personInConversation();
  const before = provider.calls;
  const events = person.send(conversationId, { content: 'Hi' });
  return { events, person, conversationId, calls: () => provider.calls - before };
}

async function fail(times: number, error: ProviderError): Promise<void> {
  for (let time = 0; time < times; time += 1) (await provider.reply()).fail(error);
}

test.each(['rate_limited', 'unavailable'] as const)(
  'a provider that is %s twice is retried a second time, and the user receives no error',
  async (code) => {
    const { events, calls } = await send();
    await fail(2, new ProviderError(code));
    (await provider.reply()).start().write('At last').finish();
    expect(joinText(await events)).toBe('At last');
    expect((await events).at(-1)).toMatchObject({ event: 'final' });
    expect(calls()).toBe(3);
  },
);

test('a provider that stays busy is called three times, then the user receives an error, and the message is stored once', async () => {
  const { events, calls, person, conversationId } = await send();
  await fail(3, new ProviderError('rate_limited', { cause: 'quota of key sk-1' }));
  expect((await events).at(-1)).toMatchObject({
    event: 'error',
    data: {
      code: 'rate_limited',
      message: 'The AI provider is busy. Please try again in a moment.',
      retryable: true,
    },
  });
  expect(calls()).toBe(3);
  expect(await person.messages(conversationId)).toMatchObject([
    { role: 'user', content: 'Hi', turn: { status: 'failed' } },
  ]);
});

test('a provider that fails before its first text is retried, and the ids of the failed attempt are not stored', async () => {
  const { events, calls, conversationId } = await send();
  const first = await provider.reply();
  first
    .emit({ type: 'created', responseId: 'resp_lost' })
    .emit({ type: 'message', openaiMessageId: 'msg_lost' })
    .emit({ type: 'alive' })
    .fail(new ProviderError('stream_broken'));
  (await provider.reply()).start().write('At last').finish();
  expect((await events).at(-1)).toMatchObject({
    event: 'final',
    data: { text: 'At last', openaiMessageId: 'msg_1' },
  });
  expect(calls()).toBe(2);
  expect(JSON.stringify(await server.audit(conversationId))).not.toContain('lost');
});

test('a provider without text for too long times out, despite keep-alives', async () => {
  const impatient = await startConversationsServer({
    dependencies: { provider, timing: { firstTextMs: 300 } },
  });
  const { person, conversationId } = await impatient.personInConversation();
  const sending = person.send(conversationId, { content: 'Hi' });
  const reply = await provider.reply();
  for (let time = 0; time < 50; time += 1) reply.emit({ type: 'alive' });
  expect((await sending).at(-1)).toMatchObject({ event: 'error', data: { code: 'timeout' } });
  await impatient.stop();
});

test('a retry waits for the time that the provider specifies', async () => {
  const { events } = await send();
  const refused = performance.now();
  await fail(1, new ProviderError('rate_limited', { retryAfterMs: 150 }));
  const reply = await provider.reply();
  expect(performance.now() - refused).toBeGreaterThanOrEqual(149);
  reply.start().write('Now').finish();
  expect(joinText(await events)).toBe('Now');
});

test('a provider that specifies too long a wait is not retried', async () => {
  const { events, calls } = await send();
  await fail(1, new ProviderError('rate_limited', { retryAfterMs: 3_600_000 }));
  expect((await events).at(-1)).toMatchObject({ event: 'error', data: { code: 'rate_limited' } });
  expect(calls()).toBe(1);
});

test('a permanent error is reported at once', async () => {
  const { events, calls } = await send();
  await fail(1, new ProviderError('auth'));
  expect((await events).at(-1)).toMatchObject({
    event: 'error',
    data: { code: 'auth', retryable: false },
  });
  expect(calls()).toBe(1);
});

test('stop takes effect during the wait for a busy provider', async () => {
  const { events, person, conversationId } = await send();
  await fail(1, new ProviderError('rate_limited', { retryAfterMs: 9_000 }));
  const [message] = await person.messages(conversationId);
  await person.call('POST', `/conversations/${conversationId}/stop`, { turnId: message?.turn?.id });
  expect((await events).at(-1)).toMatchObject({ event: 'final', data: { stopped: true } });
});

test.each([
  ['without its text', { type: 'delta' }],
  ['with a number for text', { type: 'delta', text: 7 }],
  ['that is none', null],
])(
  'an event of the provider %s ends the reply, and the text before it is stored',
  async (_, malformed) => {
    const { events, person, conversationId } = await send();
    // A provider may send an event that the type excludes.
    (await provider.reply())
      .start()
      .write('Half ')
      .emit(malformed as unknown as ProviderEvent);
    expect((await events).at(-1)).toMatchObject({
      event: 'error',
      data: { code: 'stream_broken' },
    });
    expect(joinText(await events)).toBe('Half ');
    expect(await person.messages(conversationId)).toMatchObject([
      { role: 'user', turn: { status: 'failed', text: 'Half ' } },
    ]);
  },
);

test('unknown event types are ignored', async () => {
  const { events } = await send();
  const unknown = { type: 'reasoning', text: 'Hm' } as unknown as ProviderEvent;
  (await provider.reply()).start().emit(unknown).write('Yes').finish();
  expect(joinText(await events)).toBe('Yes');
});
