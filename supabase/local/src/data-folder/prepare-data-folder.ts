import { access, chmod, constants, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const OWNER_ONLY = 0o700;

/** The folder given for the data cannot hold any. */
export class DataFolderError extends Error {}

/**
 * Makes the data folder and the folders in it that hold people's records. Those are open to their
 * owner alone, whatever they were before; the data folder itself may have been made by somebody
 * with other plans for it, and keeps its mode.
 * @throws {DataFolderError}
 */
export async function prepareDataFolder(dataDir: string, parts: readonly string[]): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: OWNER_ONLY });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    for (const part of parts) {
      const folder = join(dataDir, part);
      await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
      if (((await stat(folder)).mode & 0o777) !== OWNER_ONLY) await chmod(folder, OWNER_ONLY);
    }
  } catch (error) {
    throw new DataFolderError(
      `The data folder ${dataDir} cannot be used: ${reason(error)}. Choose another one with HOMIE_DATA.`,
      { cause: error },
    );
  }
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
