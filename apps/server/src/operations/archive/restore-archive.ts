import { join } from 'node:path';
import { databaseFolder, prepareDataFolder } from '../../data/installation/prepare-data-folder.ts';
import {
  applyMigrations,
  applySystemSchema,
  openDatabase,
  SupabaseProjectError,
  type Database,
} from '../../data/database/index.ts';
import { lockDataFolder } from '../../data/lock/data-folder-lock.ts';
import { checkpointFile, storeStartCheckpoint } from '../../data/secrets/checkpoint-file.ts';
import { readSecrets, replaceSecrets } from '../../data/secrets/load-secrets.ts';
import { ArchiveError } from '../../data/archive/archive-line.ts';
import { storedCheckpoints } from '../audit/compare-log.ts';
import type { DataLocation } from '../with-database.ts';
import { asItIs, withoutAccess, type Fitting } from '../../data/archive/archive-target.ts';
import { folderDestination } from '../../data/archive/file-destination.ts';
import {
  checkArchive,
  loadArchive,
  type ArchiveContents,
  type Loaded,
} from '../../data/archive/load-archive.ts';

/**
 * Loads an archive into an empty target: a data folder, or a PostgreSQL with a data folder for files and secrets.
 * Migrates an archive of an older release to this one afterwards. If the target already contains the same archive, it
 * is only compared.
 * @param progress called from time to time with a progress message
 * @param keepsSessions restores sessions and mailed links too: nothing has changed since the archive was made
 * @returns a message with the result
 * @throws {ArchiveError} if the target contains other data
 */
export async function restoreArchive(
  target: DataLocation & { migrationsDir: string },
  file: string,
  progress: (text: string) => void,
  keepsSessions = false,
): Promise<string> {
  const { dataDir, databaseUrl, migrationsDir } = target;
  const contents = await checkArchive(file, progress);
  await prepareDataFolder(dataDir);
  const lock = await lockDataFolder(dataDir, 'homie restore');
  try {
    const database = await openDatabase(
      databaseUrl === undefined ? { folder: databaseFolder(dataDir) } : { databaseUrl },
    );
    try {
      const fit = keepsSessions ? asItIs : withoutAccess;
      const loaded = await load(database, contents, {
        dataDir,
        migrationsDir,
        file,
        fit,
        progress,
      });
      return describe(loaded, contents);
    } finally {
      await database.close();
    }
  } finally {
    await lock.release();
  }
}

interface Loading {
  dataDir: string;
  migrationsDir: string;
  file: string;
  fit: Fitting;
  progress: (text: string) => void;
}

async function load(
  database: Database,
  { header, secrets }: ArchiveContents,
  { dataDir, migrationsDir, file, fit, progress }: Loading,
): Promise<Loaded> {
  await applySystemSchema(database).catch((error: unknown) => {
    if (!(error instanceof SupabaseProjectError)) throw error;
    throw new ArchiveError(
      'That is the database of a Supabase project: npm run homie -- move imports there.',
    );
  });
  await applyMigrations(database, migrationsDir, { only: header.migrations });
  const restored = readSecrets(secrets);
  const files = folderDestination(join(dataDir, 'storage'));
  const loaded = await loadArchive(file, { database, fit, files, progress });
  await replaceSecrets(dataDir, restored);
  await restoreLastCheckpoint(database, dataDir, restored.auditSigningKey);
  await applyMigrations(database, migrationsDir);
  return loaded;
}

/**
 * Restores the last checkpoint of the archive. An existing one in the data folder remains: an operator accepts the log.
 */
async function restoreLastCheckpoint(
  database: Database,
  dataDir: string,
  signingKey: string,
): Promise<void> {
  const file = checkpointFile(dataDir);
  const storageDir = join(dataDir, 'storage');
  for await (const statement of storedCheckpoints({ database, storageDir }, 1))
    if (statement && (await file.read()) === undefined) await file.write(statement);
  await storeStartCheckpoint(file, signingKey);
}

function describe({ tables, files, already }: Loaded, { header }: ArchiveContents): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const same = `${rows} rows of ${tables.length} tables and ${files} files are as they were on ${header.madeAt}.`;
  return already ? `It was there already: ${same}` : `Restored: ${same}`;
}
