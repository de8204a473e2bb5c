import type { SequencedStreamEvent, StreamEvent } from '@homie/contracts';
import type { TurnJournal } from './turn-journal.ts';
import type { TurnSignals } from './turn-signals.ts';
import type { TurnAppend, TurnState } from './turn-store.ts';
import type { TurnTiming } from './turn-timing.ts';

interface TurnWriterOptions {
  turnId: string;
  /** Sequence number of the last event that was stored at the start of the turn. */
  storedSeq: number;
  journal: TurnJournal;
  signals: TurnSignals;
  timing: TurnTiming;
  /** Called when a stop of the turn was requested. */
  onStopRequested: () => void;
  /** Called when this writer has lost the turn: it was finished or deleted, or the database is unavailable. */
  onLost: () => void;
}

/** Describes the run at the provider. */
type RunDescription = Omit<TurnAppend, 'turnId' | 'events' | 'citations' | 'notes'>;

/**
 * Stores the events of one turn, numbered and in order, one append at a time. Events that arrive before the journal's
 * next commit are included in it. Readers in this process are notified only of stored events, so that no reader sees
 * text that a restart would undo.
 */
export class TurnWriter {
  readonly #options: TurnWriterOptions;
  readonly #heartbeat: ReturnType<typeof setInterval>;
  #seq: number;
  #buffer: SequencedStreamEvent[] = [];
  #sources: Pick<TurnAppend, 'citations' | 'notes'> | undefined;
  #run: RunDescription = {};
  #isRunStored = true;
  #appending: Promise<void> | undefined;
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

  /** Describes the run at the provider, which is stored with the next events or at the end. */
  describeRun(run: RunDescription): void {
    this.#run = { ...this.#run, ...run };
    this.#isRunStored = false;
  }

  /** Sets the sources of the reply so far, which are stored with the next events or at the end. */
  keepSources(sources: Required<Pick<TurnAppend, 'citations' | 'notes'>>): void {
    this.#sources = sources;
  }

  /** Buffers an event to be stored soon. Merges consecutive text into one event. */
  write(event: StreamEvent): void {
    const last = this.#buffer.at(-1);
    if (event.event === 'delta' && last?.event === 'delta') {
      last.data = event.data.replaces
        ? event.data
        : { ...last.data, ...event.data, text: last.data.text + event.data.text };
    } else {
      this.#seq += 1;
      this.#buffer.push({ ...event, seq: this.#seq });
    }
    this.#append();
  }

  /** Stores all buffered events. @returns true if this writer still owns the turn */
  async drain(): Promise<boolean> {
    const isPending = () =>
      this.#appending || this.#buffer.length > 0 || this.#sources || !this.#isRunStored;
    while (!this.#lost && isPending()) {
      this.#append();
      await this.#appending;
    }
    return !this.#lost;
  }

  /** Stops the heartbeat. Nothing may be written afterwards. */
  close(): void {
    clearInterval(this.#heartbeat);
  }

  #append(): void {
    if (this.#appending || this.#lost) return;
    this.#appending = this.#appendBuffer().finally(() => {
      this.#appending = undefined;
      if (this.#buffer.length > 0) this.#append();
    });
  }

  async #appendBuffer(): Promise<void> {
    const { turnId, journal, signals, onStopRequested } = this.#options;
    let events: SequencedStreamEvent[] = [];
    let state: TurnState;
    try {
      state = await journal.append(() => {
        events = this.#buffer;
        this.#buffer = [];
        this.#lastAppend = Date.now();
        const sources = this.#sources;
        this.#sources = undefined;
        this.#isRunStored = true;
        return { turnId, events, ...this.#run, ...sources };
      });
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
