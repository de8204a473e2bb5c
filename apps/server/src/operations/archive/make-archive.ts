import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ArchiveError } from '../../data/archive/archive-line.ts';
import { checkArchive } from '../../data/archive/load-archive.ts';
import { writeArchive } from '../../data/archive/write-archive.ts';
import { refuseProject } from '../../data/database/index.ts';
import { loadSecrets } from '../../data/secrets/load-secrets.ts';
import { withDatabase, type DataLocation } from '../with-database.ts';

/**
 * Writes all data of an installation into one file, whether its server runs or not.
 * @param progress called from time to time with a progress message
 * @returns a message with the result
 * @throws {ArchiveError} if the file exists
 * @throws {SupabaseProjectError}
 */
export async function makeArchive(
  location: DataLocation,
  file: string,
  progress: (text: string) => void,
): Promise<string> {
  const { dataDir } = location;
  if (existsSync(file)) throw new ArchiveError(`${file} is there already.`);
  const made = await withDatabase(location, { command: 'homie backup' }, async (database) => {
    // Its files are not on this computer: the archive would lack them all.
    await refuseProject(database);
    return writeArchive(file, {
      database,
      storageDir: join(dataDir, 'storage'),
      secrets: await loadSecrets(dataDir),
      progress,
    });
  });
  const gone = made.filesGone > 0 ? `, ${made.filesGone} were removed meanwhile` : '';
  return `Wrote ${file}: ${made.rows} rows of ${made.tables} tables, ${made.files} files${gone}. It holds everything, secrets too: keep it as you keep those.`;
}

/**
 * Reads an archive and compares it with its hashes.
 * @returns a message with its contents
 * @throws {ArchiveError} if it is damaged
 */
export async function describeArchive(
  file: string,
  progress: (text: string) => void,
): Promise<string> {
  const { header, rows, files } = await checkArchive(file, progress);
  return `${file} is whole: made ${header.madeAt} with migration ${header.migrations.at(-1)}, ${rows} rows, ${files} files.`;
}
