import { openDatabase, type Database } from '../data/database/index.ts';
import type { Preparation } from './prepared-databases.ts';
import { createScratchDatabase } from './scratch-postgres.ts';

/** Opens a separate database, empty unless a preparation is given; closing it drops it. */
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
 * True if tests over HTTP run against two backends that receive requests in turn: state of one of them must reach the
 * other before it is observed.
 */
export const inTurns = process.env['HOMIE_TEST_PROCESSES'] === '2';
