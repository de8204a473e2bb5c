import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../database/index.ts';
import { DataFolderInUseError, lockDataFolder } from '../lock/data-folder-lock.ts';
import { readSettings } from '../process/read-settings.ts';
import { carryOut, ProfileChangeError } from './carry-out.ts';
import { readProfileRequest } from './profile-request.ts';

/**
 * The operator's command for profiles, on the database that the server with these settings has. The embedded one has to
 * be free: two processes cannot have it.
 * @param root of the repository
 * @returns what to say
 * @throws Error with a sentence for the operator
 */
export async function changeProfiles(
  root: string,
  environment: Readonly<Record<string, string | undefined>>,
  commandLine: readonly string[],
): Promise<string> {
  const request = await readProfileRequest(commandLine);
  const { dataDir, databaseUrl } = readSettings(root, environment, []).backend;
  if (databaseUrl !== undefined) {
    const database = await openDatabase({ databaseUrl });
    return await carryOut(database, request).finally(database.close);
  }
  if (!existsSync(join(dataDir, 'database')))
    throw new ProfileChangeError(`There is no database in ${dataDir}: start the server once.`);
  const lock = await lockDataFolder(dataDir, 'npm run profiles').catch((error: unknown) => {
    if (!(error instanceof DataFolderInUseError)) throw error;
    throw new ProfileChangeError(
      `${error.inUse} Stop it first, or have an administrator change the profile over PUT /assistants/{id}/model.`,
    );
  });
  try {
    const database = await openDatabase({ dataDir: join(dataDir, 'database') });
    return await carryOut(database, request).finally(database.close);
  } finally {
    await lock.release();
  }
}
