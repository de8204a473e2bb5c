import { AppError } from '@homie/contracts/requests';

const BUSY = 'Many files are being uploaded at the moment. Please try again in a minute.';

interface Waiting {
  person: string;
  enter: () => void;
}

/**
 * Limits how much work runs concurrently, in total and per user. Other work waits in order of arrival, for a limited
 * time. For work that occupies memory while it runs. Nested limits of `p-limit` would neither preserve that order nor
 * let a call leave the queue.
 */
export class Turnstile {
  readonly #limits: { total: number; perPerson: number; waitMs: number };
  readonly #inside = new Map<string, number>();
  readonly #waiting: Waiting[] = [];

  constructor(limits: { total: number; perPerson: number; waitMs: number }) {
    this.#limits = limits;
  }

  /**
   * Runs work that may acquire a slot once by calling `enter`. Releases the slot when the work finishes.
   * @throws AppError unavailable from `enter` if the wait takes too long
   */
  async pass<Result>(
    person: string,
    work: (enter: () => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    let isInside = false;
    const enter = async () => {
      await this.#enter(person);
      isInside = true;
    };
    try {
      return await work(enter);
    } finally {
      if (isInside) this.#leave(person);
    }
  }

  #enter(person: string): Promise<void> {
    if (this.#hasRoom(person)) {
      this.#count(person, 1);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const waiting = {
        person,
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new AppError('unavailable', BUSY));
      }, this.#limits.waitMs);
      this.#waiting.push(waiting);
    });
  }

  #leave(person: string): void {
    this.#count(person, -1);
    for (;;) {
      const next = this.#waiting.findIndex((waiting) => this.#hasRoom(waiting.person));
      const [waiting] = next < 0 ? [] : this.#waiting.splice(next, 1);
      if (!waiting) return;
      this.#count(waiting.person, 1);
      waiting.enter();
    }
  }

  #hasRoom(person: string): boolean {
    const inside = [...this.#inside.values()].reduce((sum, count) => sum + count, 0);
    return inside < this.#limits.total && (this.#inside.get(person) ?? 0) < this.#limits.perPerson;
  }

  #count(person: string, change: number): void {
    const count = (this.#inside.get(person) ?? 0) + change;
    if (count === 0) this.#inside.delete(person);
    else this.#inside.set(person, count);
  }
}
