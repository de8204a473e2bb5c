import { isClosingEvent, type SequencedStreamEvent } from '@homie/contracts';
import { ApiError, networkError } from './api-error';
import { pause } from './pause';
import { readFailure } from './read-answer';
import { readEvents } from './read-events';

/**
 * Delays between attempts to resume a lost stream, in milliseconds; each received event resets them. Together they are
 * longer than a restart of server and database.
 */
export const RESUME_DELAYS_MS = [200, 600, 1200, 2400, 4000, 4000, 4000, 4000] as const;

/** Timeout for the start of a response, which does not wait for the reply: after it the connection counts as dead. */
const ANSWER_LIMIT_MS = 45_000;

/** The options for opening a stream, at first and after a loss. */
interface StreamOpening {
  /** The turn, once its first event has identified it. */
  turnId: string | undefined;
  /** Accept, and Last-Event-ID after the first event. */
  headers: Record<string, string>;
  signal: AbortSignal;
}

interface FollowedStream {
  open: (opening: StreamOpening) => Promise<Response>;
  signal: AbortSignal;
  /** The sequence number of the last known event; 0 for none. */
  afterSeq?: number;
  delays?: readonly number[];
  /** Called before each retry after at least two consecutive losses; a single loss is recovered without notice. */
  onRetry?: (() => void) | undefined;
}

/** Returns whether there was no response, or the server is restarting: the reply itself may still be running. */
function isLoss(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    (error.code === 'network_error' || [502, 503, 504].includes(error.status))
  );
}

/**
 * Opens the stream. A connection without a response counts as lost after a timeout, because a socket does not report
 * it.
 */
async function opened({ open }: Pick<FollowedStream, 'open'>, opening: StreamOpening) {
  const dead = new AbortController();
  const timer = setTimeout(() => dead.abort(networkError()), ANSWER_LIMIT_MS);
  const signal = AbortSignal.any([opening.signal, dead.signal]);
  try {
    return await open({ ...opening, signal });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Follows a reply to its closing event, through dropped connections, each event once.
 * @throws ApiError of the server if it refuses; 'Network error' if the stream stays lost, which includes one that ends
 *   without a closing event; the signal's reason when aborted
 */
export async function* followStream({
  open,
  signal,
  afterSeq = 0,
  delays = RESUME_DELAYS_MS,
  onRetry,
}: FollowedStream): AsyncGenerator<SequencedStreamEvent> {
  let turnId: string | undefined;
  let seq = afterSeq;
  let losses = 0;
  for (;;) {
    let loss = networkError();
    try {
      const headers: Record<string, string> = { Accept: 'text/event-stream' };
      if (seq > 0) headers['Last-Event-ID'] = String(seq);
      const response = await opened({ open }, { turnId, headers, signal });
      if (!response.ok) throw await readFailure(response);
      for await (const event of readEvents(response)) {
        if (event.seq <= seq) continue;
        losses = 0;
        seq = event.seq;
        if (event.event === 'info') turnId = event.data.turnId;
        yield event;
        if (isClosingEvent(event.event)) return;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!isLoss(error)) throw error;
      loss = error;
    }
    const delay = delays[losses];
    if (delay === undefined) throw loss;
    losses += 1;
    if (losses > 1) onRetry?.();
    // Up to a quarter less: otherwise all streams that a restart cut off would reconnect at the same moment.
    await pause(delay * (1 - Math.random() / 4), signal);
  }
}
