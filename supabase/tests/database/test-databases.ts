import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase, prepareDatabase, type Database } from '@homie/local';
import { createScratchDatabase, TEST_POSTGRES_URL } from '@homie/local/testing';

const migrationsDir = fileURLToPath(new URL('../../migrations', import.meta.url));
const seedDir = fileURLToPath(new URL('../../seed', import.meta.url));

/** A kind of database that the stories have to hold on. */
export interface TestDatabaseKind {
  name: string;
  /** Whether two transactions can be open at once. */
  concurrent: boolean;
  /** Makes a fresh database with the migrations and the words of the stories. */
  create: (options?: { seeded?: boolean }) => Promise<TestDatabase>;
}

export interface TestDatabase {
  database: Database;
  /** Closes it and leaves nothing behind. */
  remove: () => Promise<void>;
}

const embedded: TestDatabaseKind = {
  name: 'PGlite',
  concurrent: false,
  create: async (options) => {
    const database = await openDatabase({});
    await prepare(database, options);
    return { database, remove: () => database.close() };
  },
};

/** The stories run there too when it is given. */
const postgresUrl = TEST_POSTGRES_URL;
const postgres: TestDatabaseKind[] = postgresUrl
  ? [
      {
        name: 'PostgreSQL',
        concurrent: true,
        create: (options) => createOnServer(postgresUrl, options),
      },
    ]
  : [];

export const everyKind = [embedded, ...postgres];

async function createOnServer(
  serverUrl: string,
  options?: { seeded?: boolean },
): Promise<TestDatabase> {
  const { databaseUrl, drop } = await createScratchDatabase(serverUrl);
  const database = await openDatabase({ databaseUrl });
  await prepare(database, { ...options, hostedPrivileges: true });
  return {
    database,
    remove: async () => {
      await database.close();
      await drop();
    },
  };
}

/**
 * @param hostedPrivileges begin as a hosted project does, with everything granted to everyone: the
 *   migrations must end in the same privileges
 */
async function prepare(
  database: Database,
  {
    seeded = false,
    hostedPrivileges = false,
  }: { seeded?: boolean; hostedPrivileges?: boolean } = {},
): Promise<void> {
  await prepareDatabase(database, {
    migrationsDir,
    hostedPrivileges,
    ...(seeded ? { seedDir } : {}),
  });
  for (const file of ['00-helpers.sql', '01-whole-schema.sql'])
    await database.exec(await readFile(new URL(file, import.meta.url), 'utf8'));
}
