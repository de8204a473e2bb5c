import { openDatabase, type Database } from '../database/index.ts';
import { createScratchDatabase } from './scratch-postgres.ts';
import type { TestStorage } from './start-test-server.ts';

export interface TestDatabase {
  name: 'PGlite' | 'PostgreSQL';
  /** Opens an empty one; closing it removes it. */
  open(): Promise<Database>;
}

/** PostgreSQL server to test on as well: a superuser's address. */
export const TEST_POSTGRES_URL = process.env['HOMIE_TEST_POSTGRES_URL'];

/** The databases that a contract test runs on: PGlite, and PostgreSQL where one is given. */
export const testDatabases: readonly TestDatabase[] = [
  { name: 'PGlite', open: () => openDatabase() },
  ...(TEST_POSTGRES_URL === undefined
    ? []
    : [{ name: 'PostgreSQL' as const, open: () => openScratch(TEST_POSTGRES_URL) }]),
];

async function openScratch(serverUrl: string): Promise<Database> {
  const scratch = await createScratchDatabase(serverUrl);
  const database = await openDatabase({ databaseUrl: scratch.databaseUrl });
  return {
    ...database,
    close: async () => {
      await database.close();
      await scratch.drop();
    },
  };
}

const onPostgres: Exclude<TestStorage, 'memory'> | undefined =
  TEST_POSTGRES_URL === undefined ? undefined : { postgres: TEST_POSTGRES_URL };
/** Tests over HTTP run on PostgreSQL alone, against two backends that take requests in turns. */
const two =
  onPostgres && process.env['HOMIE_TEST_PROCESSES'] === '2'
    ? { ...onPostgres, two: true }
    : undefined;

/** Whether what one backend knows has to get to the other one before it is seen. */
export const inTurns = two !== undefined;

/** Where a test's data lives that does not care. */
export const anyStorage: TestStorage = two ?? 'memory';

/** The databases that a test over HTTP runs on, for `startTestServer`. */
export const testStorages: readonly { name: TestDatabase['name']; database: TestStorage }[] = [
  ...(two ? [] : [{ name: 'PGlite' as const, database: 'memory' as const }]),
  ...(onPostgres ? [{ name: 'PostgreSQL' as const, database: two ?? onPostgres }] : []),
];
