import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase, prepareDatabase, type Database } from '@homie/server';
import { createScratchDatabase, type Preparation } from '@homie/server/testing';

const migrationsDir = fileURLToPath(new URL('../../migrations', import.meta.url));
const seedDir = fileURLToPath(new URL('../../seed', import.meta.url));

export interface CreateOptions {
  seeded?: boolean;
  /** Runs the migrations from scratch instead of copying a migrated template. */
  fromNothing?: boolean;
}

export interface TestDatabase {
  database: Database;
  /** Closes and drops the database. */
  remove: () => Promise<void>;
}

/**
 * Creates a database with the migrations and the helpers of the stories. It starts like a hosted project, with
 * everything granted to everyone: the migrations must result in the same privileges.
 */
export async function createTestDatabase({
  seeded = false,
  fromNothing = false,
}: CreateOptions = {}): Promise<TestDatabase> {
  const preparation = { ...prepared(seeded), hostedPrivileges: true };
  const { databaseUrl, drop } = await createScratchDatabase(fromNothing ? undefined : preparation);
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
