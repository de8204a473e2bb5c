import { eventStreamResponse } from '../_shared/http/event-stream.ts';
import { readTurnEvents } from '../_shared/turns/read-turn-events.ts';
import type { CallContext } from './context.ts';

/**
 * Responds with the events of a turn after `after`, the last one that the client has received. If the stream ends
 * without a closing event, the client may request the remaining events.
 */
export function turnStream(
  { store, signals, timing, streams, caller, onError }: CallContext,
  turnId: string,
  after: number,
): Response {
  const { signal, close } = streams.open(caller.id);
  return eventStreamResponse(
    async function* (clientSignal) {
      try {
        yield* readTurnEvents({ turnId, after, store, signals, signal: clientSignal, timing });
      } catch (error) {
        onError(error);
      } finally {
        close();
      }
    },
    { signal },
  );
}
