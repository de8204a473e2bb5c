import { eventStreamResponse } from '../_shared/http/event-stream.ts';
import { readTurnEvents } from '../_shared/turns/read-turn-events.ts';
import type { TurnStore } from '../_shared/turns/turn-store.ts';
import type { CallContext } from './context.ts';

/**
 * Responds with the events of a turn after `after`, the last one that the client has received. If the stream ends
 * without a closing event, the client may request the remaining events.
 * @param onEnd called when the response ends, also if the client disconnects
 */
export function turnStream(
  {
    store,
    signals,
    timing,
    streams,
    caller,
    onError,
  }: Pick<CallContext, 'signals' | 'timing' | 'streams' | 'caller' | 'onError'> & {
    store: Pick<TurnStore, 'read' | 'interruptStale'>;
  },
  turnId: string,
  after: number,
  onEnd: () => void = () => undefined,
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
        onEnd();
      }
    },
    { signal },
  );
}
