import { isClosingEvent, type SequencedStreamEvent } from '@homie/contracts';
import { ApiError, networkError } from './api-error';
import { pause } from './pause';
import { readFailure } from './read-answer';
import { readEvents } from './read-events';

/**
 * Waits between two attempts to get a lost stream back, in milliseconds; each received event starts them anew. Together
 * they outlast a restart of server and database.
 */
export const RESUME_DELAYS_MS = [200, 600, 1200, 2400, 4000, 4000, 4000, 4000] as const;

/** An answer begins before its reply does: a connection on which nothing came back for so long is dead. */
const ANSWER_LIMIT_MS = 45_000;

/** How a stream is opened, at first and after a loss. */
interface StreamOpening {
  /** The turn, once its first event named it. */
  turnId: string | undefined;
  /** Accept, and Last-Event-ID after the first event. */
  headers: Record<string, string>;
  signal: AbortSignal;
}

interface FollowedStream {
  open: (opening: StreamOpening) => Promise<Response>;
  signal: AbortSignal;
  /** The last event already known; 0 for none. */
  afterSeq?: number;
  delays?: readonly number[];
  /** Called when the stream was not to be had twice in a row and is tried for again; a single loss is mended unseen. */
  onRetry?: (() => void) | undefined;
}

/** No answer, or a server that is just restarting: the reply itself may well be alive. */
function isLoss(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    (error.code === 'network_error' || [502, 503, 504].includes(error.status))
  );
}

/** Opens the stream; a connection that stays without an answer counts as lost, which no socket tells by itself. */
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
 * @throws ApiError of the server when it refuses; 'Network error' when the stream stays lost, which includes
 *   one that ends without a closing event; the signal's reason when aborted
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
    // Up to a quarter less: all that a restart cut off would come back in the same moment.
    await pause(delay * (1 - Math.random() / 4), signal);
  }
}
