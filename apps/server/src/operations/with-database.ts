import { existsSync } from 'node:fs';
import { databaseFolder, prepareDataFolder } from '../data/installation/prepare-data-folder.ts';
import { openDatabase, type Database, type DatabaseLocation } from '../data/database/index.ts';
import { DataFolderInUseError, lockDataFolder } from '../data/lock/data-folder-lock.ts';
import { loadSecrets } from '../data/secrets/load-secrets.ts';

/** Location of an installation's data. */
export interface DataLocation {
  dataDir: string;
  /** The embedded database by default. */
  databaseUrl?: string;
}

/** An operator's command cannot access the database. */
class OperatorDatabaseError extends Error {}

/**
 * Runs work on the database of the server with these settings, as its owner, whether the server runs or not.
 * @param command the operator's command line, shown to other processes that request the data in the meantime
 * @param creates creates a database if there is none
 * @throws {OperatorDatabaseError} with an error message for the operator
 */
export async function withDatabase<Result>(
  { dataDir, databaseUrl }: DataLocation,
  { command, creates = false }: { command: string; creates?: boolean },
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const workOn = async (location: DatabaseLocation) => {
    const database = await openDatabase(location);
    return await work(database).finally(database.close);
  };
  if (databaseUrl !== undefined) return workOn({ databaseUrl });
  const folder = databaseFolder(dataDir);
  if (creates) await makeDataFolder(dataDir);
  else if (!existsSync(folder))
    throw new OperatorDatabaseError(`There is no database in ${dataDir}: start the server once.`);
  const lock = await lockDataFolder(dataDir, command).catch((error: unknown) => {
    if (error instanceof DataFolderInUseError) return undefined;
    throw error;
  });
  if (!lock) return workOn({ folder, isRunning: true });
  try {
    return await workOn({ folder });
  } finally {
    await lock.release();
  }
}

/** Creates the data folder as the first start would, with secrets: without them a folder is not recognized as ours. */
async function makeDataFolder(dataDir: string): Promise<void> {
  await prepareDataFolder(dataDir);
  await loadSecrets(dataDir);
}
