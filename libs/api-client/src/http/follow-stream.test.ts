import type { SequencedStreamEvent } from '@homie/contracts';
import { afterEach, expect, test, vi } from 'vitest';
import { resumeTurn, sendMessage } from '../endpoints/messages/send-message';
import {
  scriptedFetch,
  sse,
  streamResponse,
  testApi,
  type ScriptedAnswer,
} from '../testing/scripted-server';
import { networkError } from './api-error';
import { followStream, RESUME_DELAYS_MS } from './follow-stream';
import { readEvents } from './read-events';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const info = sse(1, 'info', { turnId: 't1', userMessageId: 'm1' });
const hello = sse(2, 'delta', { text: 'Hel' });
const rest = sse(3, 'delta', { text: 'lo' });
const final = sse(4, 'final', { messageId: 'a1', text: 'Hello', openaiMessageId: null });

function follow(...answers: ScriptedAnswer[]) {
  const { fetch, requests } = scriptedFetch(...answers);
  vi.stubGlobal('fetch', fetch);
  const onRetry = vi.fn<() => void>();
  const stream = followStream({
    signal: new AbortController().signal,
    delays: [0, 0],
    onRetry,
    open: ({ headers, turnId }) =>
      globalThis.fetch('https://backend.example/', {
        headers: { ...headers, ...(turnId && { 'x-turn': turnId }) },
      }),
  });
  return { stream, requests, onRetry };
}

async function collect(stream: AsyncIterable<SequencedStreamEvent>): Promise<string[]> {
  const seen: string[] = [];
  for await (const { seq, event } of stream) seen.push(`${seq} ${event}`);
  return seen;
}
const whole = ['1 info', '2 delta', '3 delta', '4 final'];

test('a reply is read to its closing event, for any chunks', async () => {
  const text = info + hello + rest + final;
  const pieces = text.match(/.{1,7}/gsu) ?? [];
  const { stream } = follow(streamResponse(...pieces));
  expect(await collect(stream)).toEqual(whole);
});

test('a single network error is retried silently; repeated ones are reported', async () => {
  const once = follow(networkError(), streamResponse(info, hello, rest, final));
  await collect(once.stream);
  expect(once.onRetry).not.toHaveBeenCalled();
  const twice = follow(networkError(), networkError(), streamResponse(info, hello, rest, final));
  await collect(twice.stream);
  expect(twice.onRetry).toHaveBeenCalledOnce();
});

test('a stream that breaks is resumed after the last event, and no event is duplicated', async () => {
  const { stream, requests } = follow(
    streamResponse(info, hello),
    streamResponse(hello, rest, final),
  );
  expect(await collect(stream)).toEqual(whole);
  expect(requests[0]?.headers.get('last-event-id')).toBeNull();
  expect(requests[1]?.headers.get('last-event-id')).toBe('2');
  expect(requests[1]?.headers.get('x-turn')).toBe('t1');
});

test('a request without a response times out, and the next one receives the reply', async () => {
  vi.useFakeTimers();
  let attempts = 0;
  const collected = collect(
    followStream({
      signal: new AbortController().signal,
      delays: [0],
      open: ({ signal }) => {
        attempts += 1;
        if (attempts > 1) return Promise.resolve(streamResponse(info, hello, rest, final));
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      },
    }),
  );
  await vi.advanceTimersByTimeAsync(44_999);
  expect(attempts).toBe(1);
  // The last millisecond, and the delay of 0 that follows.
  await vi.advanceTimersByTimeAsync(2);
  expect(await collected).toEqual(whole);
});

test('a server that is restarting is retried', async () => {
  const { stream } = follow(
    new Response('', { status: 503 }),
    streamResponse(info, hello, rest, final),
  );
  expect(await collect(stream)).toEqual(whole);
});

test("a stream that never closes properly is a 'Network error' after all attempts", async () => {
  const { stream, requests } = follow(streamResponse(info), streamResponse(), streamResponse());
  await expect(collect(stream)).rejects.toMatchObject({ message: 'Network error' });
  expect(requests).toHaveLength(3);
});

test('each event resets the attempts', async () => {
  const { stream } = follow(
    streamResponse(info),
    streamResponse(),
    streamResponse(hello),
    streamResponse(),
    streamResponse(rest),
    streamResponse(),
    streamResponse(final),
  );
  expect(await collect(stream)).toEqual(whole);
});

test('a refusal is not retried', async () => {
  const refusal = { ok: false, error: 'Conversation not found', code: 'conversation_not_found' };
  const { stream, requests } = follow(Response.json(refusal, { status: 404 }));
  await expect(collect(stream)).rejects.toMatchObject({ message: 'Conversation not found' });
  expect(requests).toHaveLength(1);
});

test('an abort ends it at once, also during the wait for another attempt', async () => {
  const controller = new AbortController();
  vi.stubGlobal('fetch', scriptedFetch(streamResponse(info)).fetch);
  const stream = resumeTurn(testApi(), 'c1', { turnId: 't1', afterSeq: 0 }, controller.signal);
  await stream.next();
  const next = stream.next();
  controller.abort(new Error('left'));
  await expect(next).rejects.toThrow('left');
});

test('an interrupted send resumes by its turn, and before the turn is known by its key', async () => {
  vi.useFakeTimers();
  const { fetch, requests } = scriptedFetch(
    new TypeError('Failed to fetch'),
    streamResponse(info),
    streamResponse(hello, rest, final),
  );
  vi.stubGlobal('fetch', fetch);
  const request = { content: 'Hi', idempotencyKey: 'k1' };
  const events = collect(sendMessage(testApi(), 'c1', request, new AbortController().signal));
  await vi.advanceTimersByTimeAsync(Math.max(...RESUME_DELAYS_MS));
  expect(await events).toEqual(whole);
  const calls = await Promise.all(requests.map((sent) => sent.json()));
  const send = { endpoint: '/conversations/c1/stream', method: 'POST', body: request };
  expect(calls).toEqual([
    send,
    send,
    { endpoint: '/conversations/c1/stream?turnId=t1', method: 'GET' },
  ]);
});

test('a silent stream times out', async () => {
  const silent = new Response(new ReadableStream());
  await expect(collect(readEvents(silent, 5))).rejects.toMatchObject({ code: 'network_error' });
});

test('comments and unknown events are ignored, malformed ones are errors', async () => {
  const odd = `: ka\n\n${sse(1, 'news', {})}${info}`;
  expect(await collect(readEvents(streamResponse(odd)))).toEqual(['1 info']);
  await expect(collect(readEvents(streamResponse(sse(2, 'delta', {}))))).rejects.toMatchObject({
    code: 'unexpected_answer',
  });
});
