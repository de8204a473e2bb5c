/** Interval between the starts of two writes, in milliseconds. */
const INTERVAL_MS = 1_000;

/**
 * Writes the progress of a long reading: the latest value, at most once per second, one write at a time. A failed write
 * is skipped, because a later one or the end of the reading supersedes it.
 */
export class ProgressWriter {
  readonly #write: (percent: number) => Promise<unknown>;
  #latest = 0;
  #written = 0;
  #writing: Promise<unknown> | undefined;
  #startedAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(write: (percent: number) => Promise<unknown>) {
    this.#write = write;
  }

  /** Sets the progress, which never decreases. */
  update(percent: number): void {
    this.#latest = Math.max(this.#latest, Math.floor(percent));
    this.#schedule();
  }

  /** Stops writing. Resolves when the last write has ended. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#written = Infinity;
    await this.#writing;
  }

  #schedule(): void {
    if (this.#writing || this.#timer !== undefined || this.#latest <= this.#written) return;
    const wait = Math.max(0, this.#startedAt + INTERVAL_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#startedAt = performance.now();
      this.#written = this.#latest;
      this.#writing = this.#write(this.#latest)
        .catch(() => undefined)
        .finally(() => {
          this.#writing = undefined;
          this.#schedule();
        });
    }, wait);
  }
}
