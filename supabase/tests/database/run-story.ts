import type { Database } from '@homie/server';

class RolledBack extends Error {}

/**
 * Runs SQL in a transaction that is always rolled back.
 * @throws any error that the SQL raises
 */
export async function runAndForget(database: Database, sql: string): Promise<void> {
  const outcome = database.transaction(async (transaction) => {
    await transaction.exec(sql);
    throw new RolledBack();
  });
  await outcome.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
}
