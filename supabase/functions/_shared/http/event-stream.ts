import { PRIVATE_HEADERS } from './json-response.ts';

const KEEP_ALIVE_MS = 15_000;
const STALLED_MS = 60_000;

/** Event with its sequence number, from which a reconnecting reader resumes. */
interface SequencedEvent {
  event: string;
  data: unknown;
  seq: number;
}

interface EventStreamOptions {
  keepAliveMs?: number;
  /** Maximum time for which a reader may consume none of the pending data, in milliseconds. */
  stalledMs?: number;
  /** Closes the stream when aborted. */
  signal?: AbortSignal;
}

/**
 * Responds with server-sent events, each with its sequence number as `id`. Sends a comment every 15 s, so that no
 * intermediary considers the silent stream closed. A reader that disconnects stops only the reading: it aborts the
 * signal that is passed to `read`. A reader that consumes nothing for a minute is disconnected.
 */
export function eventStreamResponse(
  read: (signal: AbortSignal) => AsyncGenerator<SequencedEvent>,
  { keepAliveMs = KEEP_ALIVE_MS, stalledMs = STALLED_MS, signal }: EventStreamOptions = {},
): Response {
  const encoder = new TextEncoder();
  const reading = new AbortController();
  const events = read(reading.signal);
  let keepAlive: ReturnType<typeof setInterval> | undefined;
  let lastTaken = Date.now();
  let onEnd: () => void = () => undefined;
  const settle = () => {
    clearInterval(keepAlive);
    signal?.removeEventListener('abort', onEnd);
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const isTaking = () => (controller.desiredSize ?? 0) > 0;
      onEnd = () => {
        reading.abort();
        // The generator closes the stream, unless its last event is still unconsumed.
        if (isTaking()) return;
        settle();
        controller.error(new Error('The reader did not take what there was'));
        void events.return(undefined);
      };
      signal?.addEventListener('abort', onEnd);
      if (signal?.aborted) onEnd();
      keepAlive = setInterval(() => {
        // A reader with unconsumed data needs no comment in addition.
        if (isTaking()) controller.enqueue(encoder.encode(': ka\n\n'));
        else if (Date.now() - lastTaken >= stalledMs) onEnd();
      }, keepAliveMs);
    },
    async pull(controller) {
      lastTaken = Date.now();
      try {
        const { done, value } = await events.next();
        if (!done) {
          controller.enqueue(encoder.encode(formatEvent(value)));
          return;
        }
        settle();
        controller.close();
      } catch (error) {
        settle();
        if (!reading.signal.aborted) controller.error(error);
      }
    },
    async cancel() {
      settle();
      reading.abort();
      await events.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      ...PRIVATE_HEADERS,
      'Cache-Control': 'no-store, no-transform',
      'Content-Type': 'text/event-stream; charset=utf-8',
      'X-Accel-Buffering': 'no',
    },
  });
}

function formatEvent({ seq, event, data }: SequencedEvent): string {
  return `id: ${seq}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Returns the sequence number after which a reconnecting reader resumes; 0 for the start. */
export function lastEventId(request: Request): number {
  const id = Number(request.headers.get('Last-Event-ID') ?? 0);
  return Number.isSafeInteger(id) && id > 0 && id <= 2_147_483_647 ? id : 0;
}
