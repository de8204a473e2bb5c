import { isClosingEvent, type SequencedStreamEvent } from '@homie/contracts';
import { retry } from './retry.ts';
import type { TurnSignals } from './turn-signals.ts';
import type { TurnStore } from './turn-store.ts';
import type { TurnTiming } from './turn-timing.ts';

interface ReadTurnOptions {
  turnId: string;
  /** Last sequence number that the reader has seen; 0 for none. */
  after: number;
  store: Pick<TurnStore, 'read' | 'interruptStale'>;
  signals: TurnSignals;
  /** Aborted when the reader disconnects. */
  signal: AbortSignal;
  timing: Pick<TurnTiming, 'pollMs' | 'localPollMs' | 'retryForMs'>;
}

/**
 * Yields the events of a turn after a sequence number until its closing event, during the writing or long after. Each
 * event is delivered once and in order: only if it follows the previous one. Events that were not signalled are read
 * from the database. A turn whose writer died is interrupted here, so that its reader is notified.
 */
export async function* readTurnEvents({
  turnId,
  after,
  store,
  signals,
  signal,
  timing: { pollMs, localPollMs, retryForMs },
}: ReadTurnOptions): AsyncGenerator<SequencedStreamEvent> {
  let lastSeq = after;
  const inbox = new Inbox();
  const unsubscribe = signals.listen(turnId, (message) => inbox.put(message));
  const wake = () => inbox.wake();
  signal.addEventListener('abort', wake);
  try {
    while (!signal.aborted) {
      const reading = await retry(() => store.read(turnId, lastSeq), retryForMs);
      // All stored events. Gaps in the numbers mean that the events of a turn that finished long ago were folded into
      // one.
      for (const event of reading.events) {
        lastSeq = event.seq;
        yield event;
        if (isClosingEvent(event.event)) return;
      }
      for (;;) {
        if (!unsubscribe || inbox.ended || signal.aborted) break;
        await inbox.filled(localPollMs);
        const batch = inbox.take().filter(({ seq }) => seq > lastSeq);
        // No event, or a gap: read from the database.
        if (batch[0]?.seq !== lastSeq + 1) break;
        for (const event of batch) {
          if (event.seq !== lastSeq + 1) continue;
          lastSeq = event.seq;
          yield event;
          if (isClosingEvent(event.event)) return;
        }
      }

      if (reading.status === null) return;
      if (reading.status !== 'running' && reading.events.length === 0) return;
      if (reading.stale) await store.interruptStale({ turnId });
      else if ((!unsubscribe || inbox.ended) && reading.events.length === 0) {
        inbox.take();
        await inbox.filled(pollMs);
      }
    }
  } finally {
    unsubscribe?.();
    signal.removeEventListener('abort', wake);
  }
}

/** Buffer of signalled events that the reader has not consumed. */
class Inbox {
  /** Maximum number of events. A slower reader reads from the database instead of storing everything in memory. */
  static readonly #capacity = 500;

  ended = false;
  #events: SequencedStreamEvent[] = [];
  #isSignalled = false;
  #wake: (() => void) | undefined;

  put(message: readonly SequencedStreamEvent[] | 'ended'): void {
    if (message === 'ended') this.ended = true;
    else if (this.#events.length + message.length <= Inbox.#capacity) this.#events.push(...message);
    this.wake();
  }

  take(): readonly SequencedStreamEvent[] {
    const events = this.#events;
    this.#events = [];
    this.#isSignalled = false;
    return events;
  }

  wake(): void {
    this.#isSignalled = true;
    this.#wake?.();
  }

  /** Resolves when the inbox is woken, or after the timeout. */
  async filled(milliseconds: number): Promise<void> {
    if (this.#isSignalled) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
  }
}
