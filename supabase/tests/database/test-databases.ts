import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase, prepareDatabase, type Database } from '@homie/local';
import {
  createScratchDatabase,
  preparedImage,
  TEST_POSTGRES_URL,
  type Preparation,
} from '@homie/local/testing';

const migrationsDir = fileURLToPath(new URL('../../migrations', import.meta.url));
const seedDir = fileURLToPath(new URL('../../seed', import.meta.url));

export interface CreateOptions {
  seeded?: boolean;
  /** Runs the migrations in it, from nothing, rather than copying one in which they have run. */
  fromNothing?: boolean;
}

/** A kind of database that the stories have to hold on. */
export interface TestDatabaseKind {
  name: string;
  /** Whether two transactions can be open at once. */
  concurrent: boolean;
  /** Makes a fresh database with the migrations and the words of the stories. */
  create: (options?: CreateOptions) => Promise<TestDatabase>;
}

export interface TestDatabase {
  database: Database;
  /** Closes it and leaves nothing behind. */
  remove: () => Promise<void>;
}

const embedded: TestDatabaseKind = {
  name: 'PGlite',
  concurrent: false,
  create: async ({ seeded = false, fromNothing = false } = {}) => {
    const preparation = prepared(seeded);
    const database = await openDatabase(
      fromNothing ? {} : { image: await preparedImage(preparation) },
    );
    await prepare(database, preparation);
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

/** On the server it begins as a hosted project does, with everything granted to everyone: the migrations must end in the same privileges. */
async function createOnServer(
  serverUrl: string,
  { seeded = false, fromNothing = false }: CreateOptions = {},
): Promise<TestDatabase> {
  const preparation = { ...prepared(seeded), hostedPrivileges: true };
  const { databaseUrl, drop } = await createScratchDatabase(
    serverUrl,
    fromNothing ? undefined : preparation,
  );
  const database = await openDatabase({ databaseUrl });
  await prepare(database, preparation);
  return {
    database,
    remove: async () => {
      await database.close();
      await drop();
    },
  };
}

function prepared(seeded: boolean): Preparation {
  return { migrationsDir, ...(seeded && { seedDir }) };
}

async function prepare(database: Database, preparation: Preparation): Promise<void> {
  await prepareDatabase(database, preparation);
  for (const file of ['00-helpers.sql', '01-whole-schema.sql'])
    await database.exec(await readFile(new URL(file, import.meta.url), 'utf8'));
}
