import { existsSync } from 'node:fs';
import { access, chmod, constants, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const OWNER_ONLY = 0o700;

/** The data folder is unusable. */
export class DataFolderError extends Error {}

/** Name of the folder of the embedded PostgreSQL, in the data folder. */
export const DATABASE_FOLDER = 'postgres';

/** Returns the folder of the embedded PostgreSQL. */
export function databaseFolder(dataDir: string): string {
  return join(dataDir, DATABASE_FOLDER);
}

/**
 * Creates the data folder, and in it the folder of stored files, which is accessible to its owner alone. An existing
 * data folder retains its mode, except that other users may traverse it if the server runs as root.
 * @throws {DataFolderError}
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  refuseEarlierDatabase(dataDir);
  const storage = join(dataDir, 'storage');
  try {
    await mkdir(dataDir, { recursive: true, mode: OWNER_ONLY });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    if (process.getuid?.() === 0) await makeTraversable(dataDir);
    await mkdir(storage, { recursive: true, mode: OWNER_ONLY });
    if (((await stat(storage)).mode & 0o777) !== OWNER_ONLY) await chmod(storage, OWNER_ONLY);
  } catch (error) {
    throw new DataFolderError(
      `The data folder ${dataDir} cannot be used: ${reason(error)}. Choose another one with HOMIE_DATA.`,
      { cause: error },
    );
  }
}

/** Makes the folder traversable: PostgreSQL does not run as root, and its user has to reach its own folder. */
async function makeTraversable(dataDir: string): Promise<void> {
  const mode = (await stat(dataDir)).mode & 0o777;
  if ((mode & 0o001) === 0) await chmod(dataDir, mode | 0o001);
}

/** Refuses a data folder of PGlite, which releases up to November 2026 used: this one cannot read its files. */
function refuseEarlierDatabase(dataDir: string): void {
  if (!existsSync(join(dataDir, 'database/PG_VERSION')) || existsSync(databaseFolder(dataDir)))
    return;
  throw new DataFolderError(
    `The data in ${dataDir} was written by an earlier release, whose database this one cannot read. To move it, see docs/guides/upgrading.md.`,
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
