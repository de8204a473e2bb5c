import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './database.ts';
import { CHANNEL, type Notifications } from './notifications.ts';

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

/** How often somebody who waits asks again, in milliseconds: without being told, and in case nobody gives it back. */
const ASK_AGAIN_MS = 50;
const ASK_AGAIN_IF_TOLD_MS = 1_000;

/** A notification has at most 8,000 bytes, and everybody on the database can read it. */
function notifiedName(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

/**
 * Leases in the database.
 * @param notifications tell when a lease is given back
 */
export function createLeases(
  database: Database,
  notifications?: Pick<Notifications, 'on' | 'isWorking'>,
): Leases {
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

  /** Begins to wait until the lease may be free. To be called before it is asked for, so that no release is missed. */
  function watchRelease(name: string) {
    const waiting = new AbortController();
    const id = notifiedName(name);
    const leave = notifications?.on('lease', (released) => {
      if (released === undefined || released === id) waiting.abort();
    });
    return {
      async released(): Promise<void> {
        const pause = notifications?.isWorking() ? ASK_AGAIN_IF_TOLD_MS : ASK_AGAIN_MS;
        await delay(pause, undefined, { signal: waiting.signal }).catch(() => undefined);
      },
      leave: () => leave?.(),
    };
  }

  async function waitUntilTaken(holder: string, name: string, seconds: number): Promise<void> {
    for (;;) {
      const watch = watchRelease(name);
      try {
        if (await takeAs(holder, name, seconds)) return;
        await watch.released();
      } finally {
        watch.leave();
      }
    }
  }

  return {
    take: (name, seconds) => takeAs(randomUUID(), name, seconds),
    async during(name, seconds, work) {
      const holder = randomUUID();
      await waitUntilTaken(holder, name, seconds);
      const stop = keep(holder, name, seconds);
      try {
        return await work();
      } finally {
        stop();
        await database.query(
          `with given as (delete from embedded.lease where name = $1 and holder = $2 returning 1)
           select pg_notify($3, $4) from given`,
          [name, holder, CHANNEL, `lease:${notifiedName(name)}`],
        );
      }
    },
  };
}
