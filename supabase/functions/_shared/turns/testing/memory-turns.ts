import { appendDelta, isClosingEvent, type SequencedStreamEvent } from '@homie/contracts';
import { AppError } from '@homie/contracts/requests';
import type { TurnAppend, TurnReading, TurnState, TurnStore } from '../turn-store.ts';

/** Fault of one append: the request is lost, the response is lost, the row is locked, or the append is rejected. */
export type Mishap = 'none' | 'refuse' | 'lose' | 'locked' | 'broken';

/** In-memory turn store with the database's guarantees that writers and readers rely on, and with fault injection. */
export class MemoryTurns implements Pick<TurnStore, 'append' | 'read' | 'interruptStale'> {
  readonly #events = new Map<string, SequencedStreamEvent[]>();
  /** Called once for every append of several turns together. */
  mishap: (turnIds: readonly string[]) => Mishap = () => 'none';
  /** Number of turns in each append. */
  readonly appends: number[] = [];

  begin(turnId: string): void {
    this.#events.set(turnId, [{ event: 'info', data: { turnId, userMessageId: 'm' }, seq: 1 }]);
  }

  end(turnId: string): SequencedStreamEvent {
    const events = this.events(turnId);
    const text = events.reduce(appendDelta, '');
    const seq = events.length + 1;
    const closing: SequencedStreamEvent = {
      event: 'final',
      data: { messageId: 'a', text, openaiMessageId: null },
      seq,
    };
    events.push(closing);
    return closing;
  }

  events(turnId: string): SequencedStreamEvent[] {
    return this.#events.get(turnId) ?? [];
  }

  async append(appends: readonly TurnAppend[]): Promise<(TurnState | undefined)[]> {
    await nextTask();
    this.appends.push(appends.length);
    const mishap = this.mishap(appends.map(({ turnId }) => turnId));
    if (mishap === 'refuse') throw new AppError('unavailable');
    if (mishap === 'broken') throw new AppError('internal');
    if (mishap === 'locked') return appends.map(() => undefined);
    for (const { turnId, events } of appends) {
      const stored = this.events(turnId);
      for (const event of events) {
        if (event.seq <= stored.length) continue;
        if (event.seq !== stored.length + 1) throw new AppError('internal');
        stored.push(structuredClone(event));
      }
    }
    if (mishap === 'lose') throw new AppError('unavailable');
    return appends.map(({ turnId }) => ({ status: this.#status(turnId), stopRequested: false }));
  }

  async read(turnId: string, afterSeq: number): Promise<TurnReading> {
    await nextTask();
    const events = this.events(turnId).filter(({ seq }) => seq > afterSeq);
    return { status: this.#status(turnId), stale: false, events };
  }

  async interruptStale(): Promise<number> {
    return 0;
  }

  #status(turnId: string): 'completed' | 'running' {
    const last = this.events(turnId).at(-1);
    return last && isClosingEvent(last.event) ? 'completed' : 'running';
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}
