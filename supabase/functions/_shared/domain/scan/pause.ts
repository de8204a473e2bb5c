/** How much is looked at in one go. */
const BETWEEN = 256 * 1024;

/** Lets others have the processor now and then while a large file is looked at. */
export class Pauses {
  #since = 0;

  /** To be told what was looked at, in bytes. */
  async after(bytes: number): Promise<void> {
    this.#since += bytes;
    if (this.#since < BETWEEN) return;
    this.#since = 0;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
