import { noteTrouble } from './request-scope.ts';

/** Counts the connections that are in use; the driver does not tell. */
export class PoolUse {
  readonly #max: number;
  #wanted = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** What is wanted beyond the last connection waits for one. */
  get now(): { inUse: number; waiting: number; max: number } {
    const inUse = Math.min(this.#wanted, this.#max);
    return { inUse, waiting: this.#wanted - inUse, max: this.#max };
  }

  /** Counts one that is taken. @returns what to call, once, when it is given back */
  take(): () => void {
    this.#wanted += 1;
    let isTaken = true;
    return () => {
      if (isTaken) this.#wanted -= 1;
      isTaken = false;
    };
  }

  /** Counts one while `work` goes on. */
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
