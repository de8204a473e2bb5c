import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDataFolder } from '../data-folder/prepare-data-folder.ts';
import { openDatabase, type Database } from '../database/index.ts';
import { DataFolderInUseError, lockDataFolder } from '../lock/data-folder-lock.ts';
import { loadSecrets } from '../secrets/load-secrets.ts';
import type { Settings } from '../process/read-settings.ts';

/** An operator's command cannot get at the database. */
export class OperatorDatabaseError extends Error {}

/**
 * Works on the database that the server with these settings has, as its owner. The embedded one has to be free: two
 * processes cannot have it.
 * @param command how the operator called it, for whoever else wants the data meanwhile
 * @param otherwise what to do while the server runs, a sentence's end
 * @param creates makes a database where there is none
 * @throws {OperatorDatabaseError} with a sentence for the operator
 */
export async function withDatabase<Result>(
  { dataDir, databaseUrl }: Settings['backend'],
  {
    command,
    otherwise,
    creates = false,
  }: { command: string; otherwise: string; creates?: boolean },
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const workOn = async (location: Parameters<typeof openDatabase>[0]) => {
    const database = await openDatabase(location);
    return await work(database).finally(database.close);
  };
  if (databaseUrl !== undefined) return workOn({ databaseUrl });
  if (creates) await makeDataFolder(dataDir);
  else if (!existsSync(join(dataDir, 'database')))
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

/** As the first start would, secrets included: without them a folder is not known as ours. */
async function makeDataFolder(dataDir: string): Promise<void> {
  await prepareDataFolder(dataDir, ['database', 'storage']);
  await loadSecrets(dataDir);
}
