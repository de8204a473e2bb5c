import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, type Database } from '../database/index.ts';
import { DataFolderInUseError, lockDataFolder } from '../lock/data-folder-lock.ts';
import type { Settings } from '../process/read-settings.ts';

/** An operator's command cannot get at the database. */
export class OperatorDatabaseError extends Error {}

/**
 * Works on the database that the server with these settings has, as its owner. The embedded one has to be free: two
 * processes cannot have it.
 * @param command how the operator called it, for whoever else wants the data meanwhile
 * @param otherwise what to do while the server runs, a sentence's end
 * @throws {OperatorDatabaseError} with a sentence for the operator
 */
export async function withDatabase<Result>(
  { dataDir, databaseUrl }: Settings['backend'],
  { command, otherwise }: { command: string; otherwise: string },
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const workOn = async (location: Parameters<typeof openDatabase>[0]) => {
    const database = await openDatabase(location);
    return await work(database).finally(database.close);
  };
  if (databaseUrl !== undefined) return workOn({ databaseUrl });
  if (!existsSync(join(dataDir, 'database')))
    throw new OperatorDatabaseError(`There is no database in ${dataDir}: start the server once.`);
  const lock = await lockDataFolder(dataDir, command).catch((error: unknown) => {
    if (!(error instanceof DataFolderInUseError)) throw error;
    throw new OperatorDatabaseError(`${error.inUse} Stop it first, or ${otherwise}`);
  });
  try {
    return await workOn({ dataDir: join(dataDir, 'database') });
  } finally {
    await lock.release();
  }
}
