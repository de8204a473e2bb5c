import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './database.ts';
import { CHANNEL, type Notifications } from './notifications.ts';

/** Leases in the database: only one of several processes does a piece of work. */
export interface Leases {
  /**
   * Acquires a lease for a number of seconds; it is not released earlier.
   * @returns whether it was acquired
   */
  tryAcquire(name: string, seconds: number): Promise<boolean>;
  /**
   * Runs `work` while this process holds the lease `name`, however long it takes. Waits for the lease: at most
   * `seconds` after a holder was killed. A holder that cannot reach the database for that long loses the lease.
   */
  during<Result>(name: string, seconds: number, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Interval between two attempts to acquire a lease, in milliseconds: without notifications, and with them, in case the
 * holder never releases it.
 */
const RETRY_MS = 50;
const NOTIFIED_RETRY_MS = 1_000;

/**
 * Returns the hash of a lease's name: a notification has at most 8,000 bytes, and every user of the database can read
 * it.
 */
function notifiedName(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

/**
 * Creates leases in the database.
 * @param notifications report released leases
 */
export function createLeases(
  database: Database,
  notifications?: Pick<Notifications, 'on' | 'isWorking'>,
): Leases {
  async function tryAcquireAs(holder: string, name: string, seconds: number) {
    const rows = await database.query(
      `insert into embedded.lease (name, until, holder) values ($1, now() + make_interval(secs => $2), $3)
       on conflict (name) do update set until = excluded.until, holder = excluded.holder where lease.until <= now()
       returning 1 as taken`,
      [name, seconds, holder],
    );
    return rows.length > 0;
  }

  /**
   * Renews a lease.
   * @returns a function that stops it
   */
  function renew(holder: string, name: string, seconds: number) {
    const renewing = setInterval(
      () =>
        void database
          .query(
            `update embedded.lease set until = now() + make_interval(secs => $3)
             where name = $1 and holder = $2`,
            [name, holder, seconds],
          )
          // The next renewal may succeed.
          .catch(() => undefined),
      (seconds * 1000) / 3,
    );
    return () => clearInterval(renewing);
  }

  /**
   * Starts to wait until the lease may be free. Must be called before the attempt to acquire it, so that no release is
   * missed.
   */
  function watchRelease(name: string) {
    const waiting = new AbortController();
    const id = notifiedName(name);
    const leave = notifications?.on('lease', (released) => {
      if (released === undefined || released === id) waiting.abort();
    });
    return {
      async released(): Promise<void> {
        const pause = notifications?.isWorking() ? NOTIFIED_RETRY_MS : RETRY_MS;
        await delay(pause, undefined, { signal: waiting.signal }).catch(() => undefined);
      },
      leave: () => leave?.(),
    };
  }

  async function acquire(holder: string, name: string, seconds: number): Promise<void> {
    for (;;) {
      const watch = watchRelease(name);
      try {
        if (await tryAcquireAs(holder, name, seconds)) return;
        await watch.released();
      } finally {
        watch.leave();
      }
    }
  }

  return {
    tryAcquire: (name, seconds) => tryAcquireAs(randomUUID(), name, seconds),
    async during(name, seconds, work) {
      const holder = randomUUID();
      await acquire(holder, name, seconds);
      const stop = renew(holder, name, seconds);
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
