import pLimit, { type LimitFunction } from 'p-limit';

/** Concurrent requests of one user. */
const RUNNING = 8;
/** Queued requests of one user. */
const WAITING = 100;

/** A user has too many queued requests. */
export class TooManyRequestsError extends Error {}

/** Runs work of a user, after the user's queued work. */
export type PersonQueue = <Result>(userId: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Creates a queue that runs eight requests of each user concurrently, so that no user exhausts the database's
 * connections.
 * @returns the queue; it throws TooManyRequestsError if a hundred requests of a user are queued
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
