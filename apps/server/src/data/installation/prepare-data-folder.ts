import { existsSync } from 'node:fs';
import { access, chmod, constants, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const OWNER_ONLY = 0o700;

/** The folder given for the data cannot hold any. */
export class DataFolderError extends Error {}

/** In the data folder: the files of the embedded PostgreSQL. */
export const DATABASE_FOLDER = 'postgres';

/** Returns the folder of the embedded PostgreSQL. */
export function databaseFolder(dataDir: string): string {
  return join(dataDir, DATABASE_FOLDER);
}

/**
 * Makes the data folder, and in it the folder of stored files, which is open to its owner alone. A data folder that is
 * there keeps its mode, except that others may pass through where the server runs as root.
 * @throws {DataFolderError}
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  refuseEarlierDatabase(dataDir);
  const storage = join(dataDir, 'storage');
  try {
    await mkdir(dataDir, { recursive: true, mode: OWNER_ONLY });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    if (process.getuid?.() === 0) await letThrough(dataDir);
    await mkdir(storage, { recursive: true, mode: OWNER_ONLY });
    if (((await stat(storage)).mode & 0o777) !== OWNER_ONLY) await chmod(storage, OWNER_ONLY);
  } catch (error) {
    throw new DataFolderError(
      `The data folder ${dataDir} cannot be used: ${reason(error)}. Choose another one with HOMIE_DATA.`,
      { cause: error },
    );
  }
}

/** PostgreSQL does not run as root, and its user has to get to its folder. */
async function letThrough(dataDir: string): Promise<void> {
  const mode = (await stat(dataDir)).mode & 0o777;
  if ((mode & 0o001) === 0) await chmod(dataDir, mode | 0o001);
}

/** Releases up to November 2026 kept their data in PGlite, whose files this one cannot read. */
function refuseEarlierDatabase(dataDir: string): void {
  if (!existsSync(join(dataDir, 'database/PG_VERSION')) || existsSync(databaseFolder(dataDir)))
    return;
  throw new DataFolderError(
    `The data in ${dataDir} was written by an earlier release, whose database this one cannot read. Make a backup with that release (npm run backup -- make FILE), and restore it into a new folder with this one (npm run homie -- restore FILE): see docs/guides/upgrading.md.`,
  );
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'it is not writable';
    case 'EEXIST':
    case 'ENOTDIR':
      return 'it is not a folder';
    case 'ENOSPC':
      return 'there is no space left';
    default:
      return String(code ?? error);
  }
}
