import { openDatabase, type Database } from '../data/database/index.ts';
import type { Preparation } from './prepared-databases.ts';
import { createScratchDatabase } from './scratch-postgres.ts';

/** Opens a database of its own, empty unless a preparation is given; closing it removes it. */
export async function openTestDatabase(preparation?: Preparation): Promise<Database> {
  const scratch = await createScratchDatabase(preparation);
  const database = await openDatabase({ databaseUrl: scratch.databaseUrl });
  return {
    ...database,
    close: async () => {
      await database.close();
      await scratch.drop();
    },
  };
}

/**
 * Whether tests over HTTP run against two backends that take requests in turns: what one of them knows has to get to the
 * other before it is seen.
 */
export const inTurns = process.env['HOMIE_TEST_PROCESSES'] === '2';
