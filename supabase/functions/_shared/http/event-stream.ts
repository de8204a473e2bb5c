import { PRIVATE_HEADERS } from './json-response.ts';

const KEEP_ALIVE_MS = 15_000;
const STALLED_MS = 60_000;

/** An event and its place in the stream, from which a reader that comes back goes on. */
interface SequencedEvent {
  event: string;
  data: unknown;
  seq: number;
}

interface EventStreamOptions {
  keepAliveMs?: number;
  /** How long a reader may take nothing of what there is. */
  stalledMs?: number;
  /** Ends the stream when aborted. */
  signal?: AbortSignal;
}

/**
 * Answers with server-sent events, each under its sequence number as `id`, with a comment every 15 s so that nothing
 * between here and the browser takes the silence for an end. A reader that leaves ends the reading, nothing else: the
 * signal that `read` is given tells it so. One that takes nothing for a minute is sent away.
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
        // The reading ends the stream, unless what it gave last is still to be taken.
        if (isTaking()) return;
        settle();
        controller.error(new Error('The reader did not take what there was'));
        void events.return(undefined);
      };
      signal?.addEventListener('abort', onEnd);
      if (signal?.aborted) onEnd();
      keepAlive = setInterval(() => {
        // A reader that does not take what it has needs no comment on top.
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

/** The sequence number after which a reader that comes back goes on; 0 for the start. */
export function lastEventId(request: Request): number {
  const id = Number(request.headers.get('Last-Event-ID') ?? 0);
  return Number.isSafeInteger(id) && id > 0 && id <= 2_147_483_647 ? id : 0;
}
