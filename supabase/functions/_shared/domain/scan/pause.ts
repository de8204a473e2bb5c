/** The number of bytes to process between two pauses. */
const BETWEEN = 256 * 1024;

/** Yields to other tasks at intervals while a large file is scanned. */
export class Pauses {
  #since = 0;

  /** Counts processed bytes, and pauses after every `BETWEEN` bytes. */
  async after(bytes: number): Promise<void> {
    this.#since += bytes;
    if (this.#since < BETWEEN) return;
    this.#since = 0;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
