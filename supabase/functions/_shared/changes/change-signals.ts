import type { ChangeTiming } from './change-timing.ts';

/** Returns the latest change version of each user, by user ID. Users without changes may be missing. */
export type ReadVersions = (userIds: string[]) => Promise<Record<string, number>>;

/**
 * Wakes the readers of a user's changes in this process: immediately if this process changed something or is notified
 * that another one did, otherwise at the next poll. All readers together cost one small query per poll, regardless of
 * their number.
 */
export class ChangeSignals {
  readonly #readVersions: ReadVersions;
  readonly #timing: ChangeTiming;
  readonly #readers = new Map<string, Set<ChangeReader>>();
  readonly #isNotified: () => boolean;
  #isPollScheduled = false;

  /** @param isNotified returns true if `touch` is also called for changes by other processes */
  constructor(readVersions: ReadVersions, timing: ChangeTiming, isNotified = () => false) {
    this.#readVersions = readVersions;
    this.#timing = timing;
    this.#isNotified = isNotified;
  }

  /** Notifies the readers of a user, or of all users, that a change was stored in the database. */
  touch(userId?: string): void {
    const touched =
      userId === undefined ? [...this.#readers.values()] : [this.#readers.get(userId)];
    for (const readers of touched) for (const reader of readers ?? []) reader.wake();
  }

  /** Opens a reader. Closes the user's oldest one if there are too many. */
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
    if (this.#isPollScheduled || this.#readers.size === 0) return;
    this.#isPollScheduled = true;
    const { pollMs, notifiedPollMs } = this.#timing;
    setTimeout(() => void this.#poll(), this.#isNotified() ? notifiedPollMs : pollMs);
  }

  async #poll(): Promise<void> {
    try {
      const versions =
        this.#readers.size > 0 ? await this.#readVersions([...this.#readers.keys()]) : {};
      for (const [userId, readers] of this.#readers) {
        for (const reader of readers) {
          if (reader.version !== (versions[userId] ?? 0)) reader.wake();
        }
      }
    } catch {
      // The database is unavailable. The next poll finds the same changes.
    }
    this.#isPollScheduled = false;
    this.#schedule();
  }
}

/** Reader that keeps one list up to date. */
export class ChangeReader {
  /** Version up to which it has read. */
  version: number | undefined;
  #closed = false;
  #isSignalled = false;
  #wake: (() => void) | undefined;
  readonly #onClose: () => void;

  constructor(onClose: () => void) {
    this.#onClose = onClose;
  }

  get closed(): boolean {
    return this.#closed;
  }

  wake(): void {
    this.#isSignalled = true;
    this.#wake?.();
  }

  close(): void {
    this.#closed = true;
    this.#onClose();
    this.wake();
  }

  /** Resolves when there may be changes to read, or the reader is closed. */
  async wait(): Promise<void> {
    if (!this.#isSignalled) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
    this.#isSignalled = false;
  }
}
