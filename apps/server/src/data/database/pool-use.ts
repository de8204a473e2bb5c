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
  take(): () => void {
    this.#wanted += 1;
    let isTaken = true;
    return () => {
      if (isTaken) this.#wanted -= 1;
      isTaken = false;
    };
  }

  /** Counts a connection while `work` runs. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const giveBack = this.take();
    try {
      return await work();
    } catch (error) {
      noteTrouble(error);
      throw error;
    } finally {
      giveBack();
    }
  }
}
