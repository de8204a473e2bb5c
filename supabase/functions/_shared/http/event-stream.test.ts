import type { SequencedStreamEvent } from '@homie/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventStreamResponse, lastEventId } from './event-stream.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const delta = (seq: number): SequencedStreamEvent => ({
  event: 'delta',
  data: { text: `${seq}\n` },
  seq,
});

/** Yields nothing until its reader disconnects. */
async function* silence(signal: AbortSignal): AsyncGenerator<SequencedStreamEvent> {
  await new Promise((resolve) => {
    signal.addEventListener('abort', resolve);
  });
  yield delta(1);
}

function readerOf(response: Response) {
  const reader = response.body?.getReader();
  return {
    read: async () => new TextDecoder().decode((await reader?.read())?.value),
    leave: () => reader?.cancel(),
  };
}

test('API-37 events are written with their id, name and data', async () => {
  const response = eventStreamResponse(async function* () {
    yield delta(1);
    yield delta(2);
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('cache-control')).toContain('no-store');
  expect(await response.text()).toBe(
    'id: 1\nevent: delta\ndata: {"text":"1\\n"}\n\nid: 2\nevent: delta\ndata: {"text":"2\\n"}\n\n',
  );
});

test('sends a keep-alive comment every 15 s without events', async () => {
  const { read, leave } = readerOf(eventStreamResponse(silence));
  const first = read();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await first).toBe(': ka\n\n');
  await leave();
});

test('aborts the source when the reader disconnects, and clears all timers', async () => {
  let reading: AbortSignal | undefined;
  const { leave } = readerOf(
    eventStreamResponse((signal) => {
      reading = signal;
      return silence(signal);
    }),
  );
  await leave();
  expect(reading?.aborted).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('Last-Event-ID is read only if it is a valid event number', () => {
  const id = (value: string) =>
    lastEventId(new Request('http://x', { headers: { 'Last-Event-ID': value } }));
  expect(id('7')).toBe(7);
  for (const value of ['', '-1', '1.5', 'x', '9999999999']) expect(id(value)).toBe(0);
  expect(lastEventId(new Request('http://x'))).toBe(0);
});

/** Yields more events than any reader consumes at once. */
async function* plenty(): AsyncGenerator<SequencedStreamEvent> {
  for (let seq = 1; seq <= 1_000; seq += 1) yield delta(seq);
}

test('applies backpressure: reads no more events than the reader accepts', async () => {
  let given = 0;
  const { read } = readerOf(
    eventStreamResponse(async function* () {
      for await (const event of plenty()) {
        given += 1;
        yield event;
      }
    }),
  );
  await read();
  await vi.advanceTimersByTimeAsync(50_000);
  expect(given).toBeLessThanOrEqual(2);
});

test('disconnects a reader that accepts nothing for a minute', async () => {
  const ended = vi.fn<() => void>();
  const { read } = readerOf(
    eventStreamResponse(async function* () {
      try {
        yield* plenty();
      } finally {
        ended();
      }
    }),
  );
  await read();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(16_000);
  expect(ended).toHaveBeenCalledOnce();
  await expect(read()).rejects.toThrow('did not take');
});

test('does not disconnect the reader of a silent stream', async () => {
  const { read } = readerOf(eventStreamResponse(silence));
  for (let minute = 0; minute < 20; minute += 1) {
    const comment = read();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await comment).toBe(': ka\n\n');
  }
});

test('ends the stream gracefully when its signal aborts', async () => {
  const ending = new AbortController();
  const { read } = readerOf(
    eventStreamResponse(
      async function* (signal) {
        yield delta(1);
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve);
        });
      },
      { signal: ending.signal },
    ),
  );
  expect(await read()).toContain('id: 1');
  const rest = read();
  await vi.advanceTimersByTimeAsync(0);
  ending.abort();
  expect(await rest).toBe('');
});
