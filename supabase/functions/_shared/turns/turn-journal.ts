import { AppError } from '@homie/contracts/requests';
import { retry } from './retry.ts';
import type { TurnAppend, TurnState, TurnStore } from './turn-store.ts';
import type { TurnTiming } from './turn-timing.ts';

/**
 * Awaits work with a timeout.
 * @throws AppError unavailable on timeout; any error of the work
 */
async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('unavailable')), milliseconds);
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** Entry of one turn in a commit. */
interface Entry {
  take: () => TurnAppend;
  /** Result of `take`. Every retry stores this result. */
  taken?: TurnAppend;
  /** Set when an attempt has failed. */
  giveUpAt?: number;
  resolve: (state: TurnState) => void;
  reject: (error: unknown) => void;
}

/**
 * Stores the events of all turns of this process in consecutive commits: each contains everything that arrived since
 * the previous one started. Twenty replies cost the database as many commits as one does, and a word waits for one and
 * a half of them.
 *
 * While the database is unavailable, all turns wait. A rejected commit is retried turn by turn, so that one turn that
 * cannot be stored does not block the others.
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
   * Stores the pending events of one turn with the next commit.
   * @param take returns them when the commit starts; called once, as late as possible
   * @returns the state of the turn after the commit
   * @throws if the database was unavailable, or rejected them, for too long
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
      if (isUnavailable(error)) this.#postpone(entries, error);
      else for (const entry of entries) void this.#storeAlone(entry);
    }
    this.#isCommitting = false;
    this.#schedule();
  }

  /**
   * Stores entries and reports its state to each turn. @returns entries to retry, which the database could not process
   * yet
   */
  async #store(entries: readonly Entry[]): Promise<Entry[]> {
    const appends = entries.map((entry) => (entry.taken ??= entry.take()));
    const states = await within(this.#timing.staleAfterMs, this.#turns.append(appends));
    return entries.filter((entry, index) => {
      const state = states[index];
      if (state) entry.resolve(state);
      return !state;
    });
  }

  /** Queues entries until the database is available again, each until its own deadline. */
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

  /** Retries one turn that may have caused the rejection of a commit, in parallel with the commits of the others. */
  async #storeAlone(entry: Entry): Promise<void> {
    const store = async () => {
      const postponed = await this.#store([entry]);
      if (postponed.length > 0) throw new AppError('unavailable');
    };
    await retry(store, this.#timing.retryForMs).catch(entry.reject);
  }
}

/** Checks if the database did not respond, so that the result of a commit is unknown. */
function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable';
}
