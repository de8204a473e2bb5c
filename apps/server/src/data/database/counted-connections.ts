import type { ReservedSql, Sql } from 'postgres';
import type { PoolUse } from './pool-use.ts';
import { noteTrouble, runCancellable } from './request-scope.ts';

/** Of a truth value postgres.js would claim the type itself, also where lite compares it with a text or a moment. */
function untyped<Value>(parameter: Value): Value | string {
  return typeof parameter === 'boolean' ? String(parameter) : parameter;
}

type Reserve = () => Promise<Pick<ReservedSql, 'unsafe' | 'release'>>;

/**
 * postgres.js as the Kysely dialect uses it, except that what is reserved is counted, and that the server says of which
 * type each parameter is. That a lost connection is let go of is in `patches/`.
 */
export function countedConnections(sql: Sql, pool: PoolUse): Sql {
  const reserve: Reserve = async () => {
    const giveBack = pool.take();
    const reserved = await sql.reserve().catch((error: unknown) => {
      giveBack();
      noteTrouble(error);
      throw error;
    });
    const unsafe = async (...[text, parameters, ...rest]: Parameters<ReservedSql['unsafe']>) =>
      runCancellable(reserved.unsafe(text, parameters?.map(untyped), ...rest));
    return {
      // A promise in place of postgres.js's query object: the dialect does nothing but await it.
      unsafe: unsafe as unknown as ReservedSql['unsafe'],
      release: () => {
        giveBack();
        reserved.release();
      },
    };
  };
  return new Proxy(sql, {
    get: (target, key, receiver) =>
      key === 'reserve' ? reserve : Reflect.get(target, key, receiver),
  });
}
