import type { SequencedStreamEvent, StreamEvent } from '@homie/contracts';
import { retry } from './retry.ts';
import type { TurnSignals } from './turn-signals.ts';
import type { TurnState, TurnStore } from './turn-store.ts';
import type { TurnTiming } from './turn-timing.ts';

interface TurnWriterOptions {
  turnId: string;
  /** The number of the last event that the start of the turn has stored. */
  storedSeq: number;
  store: TurnStore;
  signals: TurnSignals;
  timing: TurnTiming;
  /** Called when somebody asked the turn to stop. */
  onStopRequested: () => void;
  /** Called when the turn is not ours to write any more: it was ended or deleted, or the database stayed away. */
  onLost: () => void;
}

/**
 * Stores the events of one turn, numbered and in order, one append at a time. What arrives while an append runs, or
 * within `flushMs` of the last, goes with the next. Readers in this process are told only of what is stored: nobody
 * sees a word that a restart would take back.
 */
export class TurnWriter {
  readonly #options: TurnWriterOptions;
  readonly #heartbeat: ReturnType<typeof setInterval>;
  #seq: number;
  #buffer: SequencedStreamEvent[] = [];
  #run: { runId?: string; model?: string } = {};
  #appending: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastAppend = 0;
  #lost = false;

  constructor(options: TurnWriterOptions) {
    this.#options = options;
    this.#seq = options.storedSeq;
    const { heartbeatMs } = options.timing;
    this.#heartbeat = setInterval(() => {
      if (Date.now() - this.#lastAppend >= heartbeatMs) this.#append();
    }, heartbeatMs);
  }

  /** Remembers what the provider calls this run; stored with the next events. */
  identifyRun(run: { runId: string; model?: string }): void {
    this.#run = run;
  }

  /** Takes an event to be stored soon. Text that follows text becomes one event with it. */
  write(event: StreamEvent): void {
    const last = this.#buffer.at(-1);
    if (event.event === 'delta' && last?.event === 'delta') {
      last.data = { text: last.data.text + event.data.text };
    } else {
      this.#seq += 1;
      this.#buffer.push({ ...event, seq: this.#seq });
    }
    this.#schedule();
  }

  /** Stores all that was written. @returns whether the turn is still ours to end */
  async drain(): Promise<boolean> {
    while (!this.#lost && (this.#appending || this.#buffer.length > 0)) {
      this.#append();
      await this.#appending;
    }
    return !this.#lost;
  }

  /** Stops the sign of life. Nothing may be written after it. */
  close(): void {
    clearInterval(this.#heartbeat);
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#appending) return;
    const wait = Math.max(0, this.#lastAppend + this.#options.timing.flushMs - Date.now());
    this.#timer = setTimeout(() => this.#append(), wait);
  }

  #append(): void {
    if (this.#appending || this.#lost) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#appending = this.#appendBuffer().finally(() => {
      this.#appending = undefined;
      if (this.#buffer.length > 0 && !this.#lost) this.#schedule();
    });
  }

  async #appendBuffer(): Promise<void> {
    const { turnId, store, signals, timing, onStopRequested } = this.#options;
    const events = this.#buffer;
    this.#buffer = [];
    this.#lastAppend = Date.now();
    let state: TurnState;
    try {
      state = await retry(() => store.append(turnId, events, this.#run), timing.retryForMs);
    } catch {
      this.#lose();
      return;
    }
    if (state.status !== 'running') {
      this.#lose();
      return;
    }
    if (events.length > 0) signals.publish(turnId, events);
    if (state.stopRequested) onStopRequested();
  }

  #lose(): void {
    this.#lost = true;
    this.#options.onLost();
  }
}
