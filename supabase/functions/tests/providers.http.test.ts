import { once } from 'node:events';
import { createServer } from 'node:net';
import { inspect } from 'node:util';
import type { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { chatProvider } from '../_shared/ai/chat-provider.ts';
import type { ProviderConnection } from '../_shared/ai/openai-client.ts';
import { persistentStream } from '../_shared/ai/persistent-stream.ts';
import type { AiProvider, ProviderEvent, TurnRequest } from '../_shared/ai/provider.ts';
import { ProviderError } from '../_shared/ai/provider-error.ts';
import { responsesProvider } from '../_shared/ai/responses-provider.ts';
import { turnRequest } from '../_shared/ai/testing/turn-request.ts';
import { REPLY, SECRET, startProviderMock } from './support/provider-mock.ts';

let mock: LLMock;
beforeAll(async () => {
  mock = await startProviderMock();
});
beforeEach(() => {
  mock.clearRequests();
  mock.resetMatchCounts();
});
afterAll(() => mock.stop());

/** Reads all events of a reply. */
async function read(stream: AsyncIterable<ProviderEvent>) {
  const events: ProviderEvent[] = [];
  try {
    for await (const event of stream) events.push(event);
    return { events, text: joinText(events), error: undefined };
  } catch (error) {
    return { events, text: joinText(events), error };
  }
}

function joinText(events: readonly ProviderEvent[]): string {
  return events.map((event) => (event.type === 'delta' ? event.text : '')).join('');
}

/** Returns a local address on which nothing listens any more. */
async function silentAddress(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return `http://127.0.0.1:${address.port}`;
}

const adapters = [
  ['responses', responsesProvider],
  ['chat', chatProvider],
] as const satisfies [string, (connection: ProviderConnection) => AiProvider][];

describe.each(adapters)('the %s adapter', (kind, createProvider) => {
  const provider = (connection: ProviderConnection = {}) =>
    createProvider({ baseUrl: `${mock.url}/v1`, apiKey: SECRET, ...connection });
  const ask = (request: Partial<TurnRequest>, signal = new AbortController().signal) =>
    provider().stream(turnRequest(request), { signal });

  test('streams a reply with the ids of run and message, its model and its usage', async () => {
    const { events, text, error } = await read(ask({ question: 'hello' }));
    expect(error).toBeUndefined();
    expect(text).toBe(REPLY);
    expect(events.filter(({ type }) => type === 'delta').length).toBeGreaterThan(1);
    const ids = events.filter(({ type }) => type === 'created' || type === 'message');
    expect(ids).toEqual([
      { type: 'created', responseId: expect.any(String), model: 'model-1' },
      { type: 'message', openaiMessageId: expect.any(String) },
    ]);
    expect(events.at(-1)).toEqual({
      type: 'done',
      usage: {
        input_tokens: expect.any(Number),
        output_tokens: expect.any(Number),
        total_tokens: expect.any(Number),
      },
    });
  });

  test('waits for a slow first token', async () => {
    expect(await read(ask({ question: 'slow' }))).toMatchObject({ text: REPLY, error: undefined });
  });

  test('returns the text before a broken connection, then an error', async () => {
    const { text, error } = await read(ask({ question: 'cut' }));
    expect(text).not.toBe('');
    expect(REPLY.startsWith(text)).toBe(true);
    expect(error).toMatchObject({ code: 'stream_broken', retryable: true });
  });

  test.each([
    ['401', 'auth'],
    ['403', 'auth'],
    ['penniless', 'auth'],
    ['404', 'not_found'],
    ['400', 'bad_request'],
    ['500', 'unavailable'],
    ['503', 'unavailable'],
    ['disconnected', 'unavailable'],
    ['malformed', 'unexpected_answer'],
  ])(
    'maps %s to %s, without a retry and without the provider’s message',
    async (question, code) => {
      const { events, error } = await read(ask({ question }));
      expect(error).toBeInstanceOf(ProviderError);
      expect(error).toMatchObject({ code });
      expect(events).toEqual([]);
      expect(mock.getRequests().length).toBe(1);
      expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(SECRET);
    },
  );

  test('never reports the address if the connection fails', async () => {
    const { error } = await read(
      provider({ baseUrl: `${await silentAddress()}/${SECRET}` }).stream(turnRequest({}), {
        signal: new AbortController().signal,
      }),
    );
    expect(error).toMatchObject({ code: 'unavailable', cause: { code: 'ECONNREFUSED' } });
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(SECRET);
  });

  test('reports the Retry-After time of a busy provider, and succeeds on a retry', async () => {
    const { error } = await read(ask({ question: 'busy' }));
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: 1000 });
    mock.resetMatchCounts();
    const again = persistentStream(provider(), turnRequest({ question: 'busy' }), {
      signal: new AbortController().signal,
      pauseMs: 1,
    });
    expect(await read(again)).toMatchObject({ text: REPLY, error: undefined });
  });

  test('ends with the reason of an abort, before the first token and after it', async () => {
    const reason = new Error('stopped');
    expect((await read(ask({ question: 'hello' }, AbortSignal.abort(reason)))).error).toBe(reason);
    const stopping = new AbortController();
    const events: ProviderEvent[] = [];
    const reading = (async () => {
      for await (const event of ask({ question: 'endless' }, stopping.signal)) {
        events.push(event);
        if (event.type === 'created') stopping.abort(reason);
      }
    })();
    await expect(reading).rejects.toBe(reason);
    expect(events).toContainEqual(expect.objectContaining({ type: 'created' }));
  });

  test('never writes to the console', async () => {
    const spies = (['log', 'info', 'warn', 'error'] as const).map((method) =>
      vi.spyOn(console, method).mockReturnValue(undefined),
    );
    for (const question of ['hello', '401', 'cut', 'malformed']) await read(ask({ question }));
    const broken = provider({
      fetch: async () =>
        new Response(`data: {"${SECRET}\n\n`, {
          headers: { 'content-type': 'text/event-stream' },
        }),
    });
    const { error } = await read(
      broken.stream(turnRequest({}), { signal: new AbortController().signal }),
    );
    expect(error).toMatchObject({ code: 'stream_broken' });
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(SECRET);
    expect(spies.flatMap(({ mock: { calls } }) => calls)).toEqual([]);
    vi.restoreAllMocks();
  });

  test(`has the kind ${kind}`, () => {
    expect(provider().kind).toBe(kind);
  });
});

test('a web search is reported while it runs', async () => {
  const { events } = await read(
    responsesProvider({ baseUrl: `${mock.url}/v1` }).stream(turnRequest({ question: 'search' }), {
      signal: new AbortController().signal,
    }),
  );
  expect(events).toContainEqual({ type: 'info', message: 'Searching the web' });
});
