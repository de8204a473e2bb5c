import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import postgres from 'postgres';
import { createScratchDatabase, gate, openTestDatabase } from '../../testing/index.ts';
import { countedConnections } from './counted-connections.ts';
import { openDatabase, type Database, type Queryable } from './index.ts';
import { PoolUse } from './pool-use.ts';
import { cancelQueriesOn, duringRequest } from './request-scope.ts';

/** Size of the pool. */
const CONNECTIONS = 10;
const TIMEOUT_MS = 30_000;

describe('connections', () => {
  let database: Database;
  beforeEach(async () => {
    database = await openTestDatabase();
  });
  afterEach(() => database.close());

  test(
    'a transaction opens another connection while all are in use',
    async () => {
      const { open: end, opened: ended } = gate();
      let started = 0;
      await Promise.all(
        Array.from({ length: CONNECTIONS }, () =>
          database.transaction(async (transaction) => {
            await transaction.query('select 1');
            started += 1;
            if (started === CONNECTIONS) end();
            await ended;
          }),
        ),
      );
      expect(started).toBe(CONNECTIONS);
    },
    TIMEOUT_MS,
  );

  test(
    'a connection lost between two statements fails its transaction only, and waiting work gets its slot',
    async () => {
      const { open: begin, opened: started } = gate();
      const { open: end, opened: ended } = gate();
      const held: { pid: number; transaction: Queryable }[] = [];
      const busy = Array.from({ length: CONNECTIONS }, () =>
        database.transaction(async (transaction) => {
          const [row] = await transaction.query<{ pid: number }>('select pg_backend_pid() as pid');
          held.push({ pid: row?.pid ?? 0, transaction });
          if (held.length === CONNECTIONS) begin();
          await ended;
          return transaction.query('select pg_backend_pid() as pid');
        }),
      );
      await started;
      const waiting = database.transaction((transaction) => transaction.query('select 1 as one'));
      await held[0]?.transaction.query('select pg_terminate_backend($1)', [held[1]?.pid]);
      expect(await waiting).toEqual([{ one: 1 }]);

      end();
      const results = await Promise.allSettled(busy);
      const lost = results.flatMap((result) =>
        result.status === 'rejected' ? [result.reason] : [],
      );
      expect(lost).toEqual([expect.objectContaining({ code: 'CONNECTION_CLOSED' })]);
      expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    },
    TIMEOUT_MS,
  );
});

test('a query is not cancelled in place of an earlier one on its connection, whose request was aborted as it finished', async () => {
  const scratch = await createScratchDatabase();
  const sql = postgres(scratch.databaseUrl, { max: 1 });
  const connections = countedConnections(sql, new PoolUse(1));
  const sleep = async (seconds: number) => {
    const connection = await connections.reserve();
    try {
      await connection.unsafe('select pg_sleep($1)', [seconds]);
    } finally {
      connection.release();
    }
  };
  for (let round = 0; round < 60; round += 1) {
    const aborted = new AbortController();
    setTimeout(() => aborted.abort(), 8 + (round % 6));
    await duringRequest(() => {
      cancelQueriesOn(aborted.signal);
      return sleep(0.01);
    }).catch(() => undefined);
    // Rejects with `query_canceled` otherwise.
    await expect(sleep(0.01)).resolves.toBeUndefined();
  }
  await sql.end();
  await scratch.drop();
});

test('connections are closed at once after one was lost during a query', async () => {
  const scratch = await createScratchDatabase();
  const database = await openDatabase({ databaseUrl: scratch.databaseUrl });
  const lost = database.transaction((transaction) =>
    transaction.query('select pg_terminate_backend(pg_backend_pid())'),
  );
  await expect(lost).rejects.toThrow(/terminating connection|CONNECTION_CLOSED/);
  // The driver would stop waiting after a timeout, which never fires here.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await database.close().finally(vi.useRealTimers);
  await scratch.drop();
}, 30_000);
