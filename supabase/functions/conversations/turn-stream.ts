import { eventStreamResponse } from '../_shared/http/event-stream.ts';
import { readTurnEvents } from '../_shared/turns/read-turn-events.ts';
import type { CallContext } from './context.ts';

/**
 * Answers with the events of a turn after the one that the reader has seen. An end without a closing event says that the
 * reader may ask for the rest.
 */
export function turnStream(
  { store, signals, timing, streams, caller, onError }: CallContext,
  turnId: string,
  after: number,
): Response {
  const { signal, close } = streams.open(caller.id);
  return eventStreamResponse(
    async function* (leaving) {
      try {
        yield* readTurnEvents({ turnId, after, store, signals, signal: leaving, timing });
      } catch (error) {
        onError(error);
      } finally {
        close();
      }
    },
    { signal },
  );
}
