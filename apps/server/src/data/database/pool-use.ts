import { noteTrouble } from './request-scope.ts';

/** Counts the connections that are in use; the driver does not report it. */
export class PoolUse {
  readonly #max: number;
  #wanted = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Requests beyond the size of the pool wait for a connection. */
  get now(): { inUse: number; waiting: number; max: number } {
    const inUse = Math.min(this.#wanted, this.#max);
    return { inUse, waiting: this.#wanted - inUse, max: this.#max };
  }

  /**
   * Counts an acquired connection.
   * @returns a function to call, once, when the connection is released
   */
  acquire(): () => void {
    this.#wanted += 1;
    let isHeld = true;
    return () => {
      if (isHeld) this.#wanted -= 1;
      isHeld = false;
    };
  }

  /** Counts a connection while `work` runs. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const release = this.acquire();
    try {
      return await work();
    } catch (error) {
      noteTrouble(error);
      throw error;
    } finally {
      release();
    }
  }
}
