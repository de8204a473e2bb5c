import { AppError } from '@homie/contracts/requests';
import { retry } from './retry.ts';
import type { TurnAppend, TurnState, TurnStore } from './turn-store.ts';
import type { TurnTiming } from './turn-timing.ts';
import { within } from './within.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** One turn's part of a commit. */
interface Entry {
  take: () => TurnAppend;
  /** What it gave. From then on it is this that is stored, however often it is tried. */
  taken?: TurnAppend;
  /** Set when a try has failed. */
  giveUpAt?: number;
  resolve: (state: TurnState) => void;
  reject: (error: unknown) => void;
}

/**
 * Stores what all turns of this process write, in one commit after the other: each carries whatever has come since the
 * one before it began. Twenty replies cost the database as many commits as one does, and a word waits for one and a
 * half of them.
 *
 * While the database is away all of them wait. What it refuses is tried again turn by turn, so that one that cannot be
 * stored holds up no other.
 */
export class TurnJournal {
  readonly #turns: Pick<TurnStore, 'append'>;
  readonly #timing: Pick<TurnTiming, 'flushMs' | 'retryForMs' | 'staleAfterMs'>;
  #waiting: Entry[] = [];
  #isCommitting = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastCommit = -Infinity;
  #pauseMs = 0;

  constructor(
    turns: Pick<TurnStore, 'append'>,
    timing: Pick<TurnTiming, 'flushMs' | 'retryForMs' | 'staleAfterMs'>,
  ) {
    this.#turns = turns;
    this.#timing = timing;
  }

  /**
   * Stores what one turn has with the next commit.
   * @param take gives it when the commit begins: called once, as late as can be
   * @returns how the turn stands once that is stored
   * @throws when the database stayed away, or refused it, for too long
   */
  append(take: () => TurnAppend): Promise<TurnState> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ take, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isCommitting || this.#timer !== undefined || this.#waiting.length === 0) return;
    const pause = Math.max(this.#timing.flushMs, this.#pauseMs);
    const wait = Math.max(0, this.#lastCommit + pause - performance.now());
    this.#timer = setTimeout(() => void this.#commit(), wait);
  }

  async #commit(): Promise<void> {
    this.#timer = undefined;
    this.#isCommitting = true;
    this.#lastCommit = performance.now();
    const entries = this.#waiting;
    this.#waiting = [];
    try {
      const postponed = await this.#store(entries);
      this.#waiting.unshift(...postponed);
      this.#pauseMs = 0;
    } catch (error) {
      if (isAway(error)) this.#postpone(entries, error);
      else for (const entry of entries) void this.#storeAlone(entry);
    }
    this.#isCommitting = false;
    this.#schedule();
  }

  /** Tells each turn how it stands. @returns those that the database could not look at just now */
  async #store(entries: readonly Entry[]): Promise<Entry[]> {
    const appends = entries.map((entry) => (entry.taken ??= entry.take()));
    const states = await within(this.#timing.staleAfterMs, this.#turns.append(appends));
    return entries.filter((entry, index) => {
      const state = states[index];
      if (state) entry.resolve(state);
      return !state;
    });
  }

  /** Lets turns wait for the database, each as long as it may. */
  #postpone(entries: readonly Entry[], error: unknown): void {
    this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
    const patient = entries.filter((entry) => {
      entry.giveUpAt ??= this.#lastCommit + this.#timing.retryForMs;
      const isPatient = performance.now() + this.#pauseMs <= entry.giveUpAt;
      if (!isPatient) entry.reject(error);
      return isPatient;
    });
    this.#waiting.unshift(...patient);
  }

  /** Tries again with one turn that may be the reason why a commit was refused, beside the commits of the others. */
  async #storeAlone(entry: Entry): Promise<void> {
    const store = async () => {
      const postponed = await this.#store([entry]);
      if (postponed.length > 0) throw new AppError('unavailable');
    };
    await retry(store, this.#timing.retryForMs).catch(entry.reject);
  }
}

/** Whether the database gave no answer, so that nothing is known of what was to be stored. */
function isAway(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable';
}
