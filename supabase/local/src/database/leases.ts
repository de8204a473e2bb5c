import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './database.ts';

/** Lets one of several processes do what is to be done once. */
export interface Leases {
  /** @returns whether this process has the work for so many seconds; it is not given back */
  take(name: string, seconds: number): Promise<boolean>;
  /**
   * Does the work while no other process does what has the same name, however long it takes. Waits until it may: for a
   * process that was ended amid its work, so many seconds at most. Who cannot reach the database for as long has lost
   * the name to whoever can.
   */
  during<Result>(name: string, seconds: number, work: () => Promise<Result>): Promise<Result>;
}

/** How often somebody who waits asks again, in milliseconds. */
const ASK_AGAIN_MS = 50;

/** Leases in the database. */
export function createLeases(database: Database): Leases {
  async function takeAs(holder: string, name: string, seconds: number) {
    const taken = await database.query(
      `insert into embedded.lease (name, until, holder) values ($1, now() + make_interval(secs => $2), $3)
       on conflict (name) do update set until = excluded.until, holder = excluded.holder where lease.until <= now()
       returning 1 as taken`,
      [name, seconds, holder],
    );
    return taken.length > 0;
  }

  /** @returns how to stop */
  function keep(holder: string, name: string, seconds: number) {
    const renewing = setInterval(
      () =>
        void database
          .query(
            `update embedded.lease set until = now() + make_interval(secs => $3)
             where name = $1 and holder = $2`,
            [name, holder, seconds],
          )
          // The next one may get through.
          .catch(() => undefined),
      (seconds * 1000) / 3,
    );
    return () => clearInterval(renewing);
  }

  return {
    take: (name, seconds) => takeAs(randomUUID(), name, seconds),
    async during(name, seconds, work) {
      const holder = randomUUID();
      while (!(await takeAs(holder, name, seconds))) await delay(ASK_AGAIN_MS);
      const stop = keep(holder, name, seconds);
      try {
        return await work();
      } finally {
        stop();
        await database.query('delete from embedded.lease where name = $1 and holder = $2', [
          name,
          holder,
        ]);
      }
    },
  };
}
