import type { Queryable } from './database.ts';

/** Any number, the same in every process. */
const PREPARATION_LOCK = 7_466_643;

/**
 * Blocks until no other process prepares the database, and locks it until the end of the transaction. Data that was
 * read before may have changed in the meantime.
 */
export async function acquirePreparationLock(transaction: Queryable): Promise<void> {
  // Migrations may take minutes, and so may the wait for them.
  await transaction.exec('set local statement_timeout = 0');
  await transaction.query('select pg_advisory_xact_lock($1::bigint)', [PREPARATION_LOCK]);
}
