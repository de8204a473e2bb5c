import type { ReservedSql, Sql } from 'postgres';
import type { PoolUse } from './pool-use.ts';
import { isUnavailable } from './is-unavailable.ts';

/** Of a truth value postgres.js would claim the type itself, also where lite compares it with a text or a moment. */
function untyped<Value>(parameter: Value): Value | string {
  return typeof parameter === 'boolean' ? String(parameter) : parameter;
}

type Reserve = () => Promise<Pick<ReservedSql, 'unsafe' | 'release'>>;

/**
 * postgres.js as the Kysely dialect uses it, except that a reserved connection which was lost is left alone,
 * and that the server says of which type each parameter is.
 *
 * postgres.js 3.4.9 takes a lost connection back by itself. Whoever sends another statement on it, the `rollback` that
 * follows every failure among others, or releases it for the next one to use, makes it write to a socket that is not there:
 * outside any promise, so that the process ends (porsager/postgres#1208).
 */
export function withoutLostConnections(sql: Sql, pool: PoolUse): Sql {
  const reserve: Reserve = async () => {
    const giveBack = pool.take();
    const reserved = await sql.reserve().catch((error: unknown) => {
      giveBack();
      throw error;
    });
    let loss: unknown;
    const unsafe = async (...[text, parameters, ...rest]: Parameters<ReservedSql['unsafe']>) => {
      if (loss !== undefined) throw loss;
      try {
        return await reserved.unsafe(text, parameters?.map(untyped), ...rest);
      } catch (error) {
        if (isUnavailable(error)) loss = error;
        throw error;
      }
    };
    return {
      // A promise in place of postgres.js's query object: the dialect does nothing but await it.
      unsafe: unsafe as unknown as ReservedSql['unsafe'],
      release: () => {
        giveBack();
        if (loss === undefined) reserved.release();
      },
    };
  };
  return new Proxy(sql, {
    get: (target, key, receiver) =>
      key === 'reserve' ? reserve : Reflect.get(target, key, receiver),
  });
}
