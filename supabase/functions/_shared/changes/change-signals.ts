import type { ChangeTiming } from './change-timing.ts';

/** How far the changes of these people have come, by person; whoever has had none may be missing. */
export type ReadVersions = (userIds: string[]) => Promise<Record<string, number>>;

/**
 * Wakes the readers of a person's changes in this process: at once when this process changed something or is told that
 * another one did, else soon. All readers together cost one small query per poll, however many they are.
 */
export class ChangeSignals {
  readonly #readVersions: ReadVersions;
  readonly #timing: ChangeTiming;
  readonly #readers = new Map<string, Set<ChangeReader>>();
  readonly #isTold: () => boolean;
  #isLookDue = false;

  /** @param isTold whether `touch` is called for what other processes change too */
  constructor(readVersions: ReadVersions, timing: ChangeTiming, isTold = () => false) {
    this.#readVersions = readVersions;
    this.#timing = timing;
    this.#isTold = isTold;
  }

  /** Says that something of this person, or of anybody, was changed and is in the database. */
  touch(userId?: string): void {
    const touched =
      userId === undefined ? [...this.#readers.values()] : [this.#readers.get(userId)];
    for (const readers of touched) for (const reader of readers ?? []) reader.wake();
  }

  /** Begins to wake a reader; a person's earliest one is ended when there are too many. */
  open(userId: string): ChangeReader {
    const readers = this.#readers.get(userId) ?? new Set();
    this.#readers.set(userId, readers);
    const reader = new ChangeReader(() => {
      readers.delete(reader);
      if (readers.size === 0 && this.#readers.get(userId) === readers) this.#readers.delete(userId);
    });
    readers.add(reader);
    const [earliest] = readers;
    if (readers.size > this.#timing.streamsPerPerson) earliest?.close();
    this.#schedule();
    return reader;
  }

  #schedule(): void {
    if (this.#isLookDue || this.#readers.size === 0) return;
    this.#isLookDue = true;
    const { pollMs, toldPollMs } = this.#timing;
    setTimeout(() => void this.#look(), this.#isTold() ? toldPollMs : pollMs);
  }

  async #look(): Promise<void> {
    try {
      const versions =
        this.#readers.size > 0 ? await this.#readVersions([...this.#readers.keys()]) : {};
      for (const [userId, readers] of this.#readers) {
        for (const reader of readers) {
          if (reader.version !== (versions[userId] ?? 0)) reader.wake();
        }
      }
    } catch {
      // The database is away. The next look finds what this one would have.
    }
    this.#isLookDue = false;
    this.#schedule();
  }
}

/** One list that is kept up to date. */
export class ChangeReader {
  /** How far it has read. */
  version: number | undefined;
  #closed = false;
  #woken = false;
  #wake: (() => void) | undefined;
  readonly #leave: () => void;

  constructor(leave: () => void) {
    this.#leave = leave;
  }

  get closed(): boolean {
    return this.#closed;
  }

  wake(): void {
    this.#woken = true;
    this.#wake?.();
  }

  close(): void {
    this.#closed = true;
    this.#leave();
    this.wake();
  }

  /** Resolves when there may be something to read, or it was closed. */
  async woken(): Promise<void> {
    if (!this.#woken) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
    this.#woken = false;
  }
}
