import type { Database } from './database.ts';

/** Lets one of several processes do what is to be done once. */
export interface Leases {
  /** @returns whether this process has the work for so many seconds; it is not given back */
  take(name: string, seconds: number): Promise<boolean>;
}

/** Leases in the database; a process that is alone on its data has every one. */
export function createLeases(database: Database): Leases {
  return {
    async take(name, seconds) {
      if (database.kind === 'pglite') return true;
      const taken = await database.query(
        `insert into embedded.lease (name, until) values ($1, now() + make_interval(secs => $2))
         on conflict (name) do update set until = excluded.until where lease.until <= now()
         returning 1 as taken`,
        [name, seconds],
      );
      return taken.length > 0;
    },
  };
}
