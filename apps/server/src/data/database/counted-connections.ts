import type { ReservedSql, Sql } from 'postgres';
import type { PoolUse } from './pool-use.ts';
import { noteTrouble, runCancellable } from './request-scope.ts';

/**
 * Converts booleans to text. postgres.js would declare the type of a boolean itself, also where lite compares it with a
 * text or a timestamp.
 */
function booleanToText<Value>(parameter: Value): Value | string {
  return typeof parameter === 'boolean' ? String(parameter) : parameter;
}

type Reserve = () => Promise<Pick<ReservedSql, 'unsafe' | 'release'>>;

/**
 * Wraps postgres.js as the Kysely dialect uses it: counts reserved connections, and lets the server infer the type of
 * each parameter. The release of a lost connection is in `patches/`.
 */
export function countedConnections(sql: Sql, pool: PoolUse): Sql {
  const reserve: Reserve = async () => {
    const release = pool.acquire();
    const reserved = await sql.reserve().catch((error: unknown) => {
      release();
      noteTrouble(error);
      throw error;
    });
    const unsafe = async (...[text, parameters, ...rest]: Parameters<ReservedSql['unsafe']>) =>
      runCancellable(reserved.unsafe(text, parameters?.map(booleanToText), ...rest));
    return {
      // A promise instead of postgres.js's query object: the dialect only awaits it.
      unsafe: unsafe as unknown as ReservedSql['unsafe'],
      release: () => {
        release();
        reserved.release();
      },
    };
  };
  return new Proxy(sql, {
    get: (target, key, receiver) =>
      key === 'reserve' ? reserve : Reflect.get(target, key, receiver),
  });
}
