import { eventStreamResponse } from '../_shared/http/event-stream.ts';
import { readTurnEvents } from '../_shared/turns/read-turn-events.ts';
import type { ServerContext } from './context.ts';

/** Answers with the events of a turn after the one that the reader has seen. */
export function turnStream(
  { store, signals, timing }: ServerContext,
  turnId: string,
  after: number,
): Response {
  const { pollMs, localPollMs } = timing;
  return eventStreamResponse((signal) =>
    readTurnEvents({ turnId, after, store, signals, signal, pollMs, localPollMs }),
  );
}
