import pLimit, { type LimitFunction } from 'p-limit';

/** Requests of one person that are answered at once. */
const RUNNING = 8;
/** Requests of one person that wait for those. */
const WAITING = 100;

/** A person has too many requests waiting. */
export class TooManyRequestsError extends Error {}

/** Runs work of a person, after the work of theirs that waits already. */
export type PersonQueue = <Result>(userId: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Creates a queue that answers eight requests of each person at once, so that nobody takes the database's connections from
 * everybody else.
 * @returns the queue; it throws TooManyRequestsError when a hundred requests of a person wait
 */
export function createPersonQueue(): PersonQueue {
  const people = new Map<string, { limit: LimitFunction; requests: number }>();
  return async (userId, work) => {
    const person = people.get(userId) ?? { limit: pLimit(RUNNING), requests: 0 };
    if (person.requests >= RUNNING + WAITING) throw new TooManyRequestsError();
    person.requests += 1;
    people.set(userId, person);
    try {
      return await person.limit(work);
    } finally {
      person.requests -= 1;
      if (person.requests === 0) people.delete(userId);
    }
  };
}
