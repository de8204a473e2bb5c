import type { Queryable } from './database.ts';

/** Any number, the same in every process. */
const PREPARATION_LOCK = 7_466_643;

/**
 * Waits until no other process prepares the database, until the end of the transaction. What was read before may have
 * changed meanwhile.
 */
export async function takePreparationLock(transaction: Queryable): Promise<void> {
  // Migrations may take minutes, and whoever waits for them as well.
  await transaction.exec('set local statement_timeout = 0');
  await transaction.query('select pg_advisory_xact_lock($1::bigint)', [PREPARATION_LOCK]);
}
