import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './database.ts';

/** Lets one of several processes do what is to be done once. */
export interface Leases {
  /** @returns whether this process has the work for so many seconds; it is not given back */
  take(name: string, seconds: number): Promise<boolean>;
  /**
   * Does the work while no other process does what has the same name. Waits until it may: for one that was ended
   * amid its work, so many seconds.
   */
  during<Result>(name: string, seconds: number, work: () => Promise<Result>): Promise<Result>;
}

/** How often somebody who waits asks again, in milliseconds. */
const ASK_AGAIN_MS = 50;

/** Leases in the database; a process that is alone on its data has every one. */
export function createLeases(database: Database): Leases {
  const isAlone = database.kind === 'pglite';

  async function take(name: string, seconds: number) {
    if (isAlone) return true;
    const taken = await database.query(
      `insert into embedded.lease (name, until) values ($1, now() + make_interval(secs => $2))
       on conflict (name) do update set until = excluded.until where lease.until <= now()
       returning 1 as taken`,
      [name, seconds],
    );
    return taken.length > 0;
  }

  return {
    take,
    async during(name, seconds, work) {
      while (!(await take(name, seconds))) await delay(ASK_AGAIN_MS);
      try {
        return await work();
      } finally {
        if (!isAlone) await database.query('delete from embedded.lease where name = $1', [name]);
      }
    },
  };
}
