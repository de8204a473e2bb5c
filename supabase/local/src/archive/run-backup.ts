import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openDatabase } from '../database/index.ts';
import { DataFolderInUseError, lockDataFolder } from '../lock/data-folder-lock.ts';
import { readSettings, type Settings } from '../process/read-settings.ts';
import { loadSecrets } from '../secrets/load-secrets.ts';
import { ArchiveError } from './archive-line.ts';
import { askServer } from './ask-server.ts';
import { BACKUP_USAGE, readBackupRequest } from './backup-request.ts';
import { checkArchive } from './load-archive.ts';
import { restoreArchive } from './restore-archive.ts';
import { writeArchive, type ArchiveSummary } from './write-archive.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The operator's command for backups.
 * @param root of the repository
 * @returns what to say
 * @throws Error with a sentence for the operator
 */
export async function runBackup(
  root: string,
  environment: Environment,
  commandLine: readonly string[],
): Promise<string> {
  const { action, file } = readBackupRequest(commandLine, BACKUP_USAGE);
  const { backend } = readSettings(root, environment, []);
  switch (action) {
    case 'make':
      return makeArchive(backend, resolve(file));
    case 'check':
      return describeArchive(file);
    case 'restore':
      return restoreArchive(backend, file);
  }
}

/** Makes an archive of what the server with these settings has, whether it runs or not. */
export async function makeArchive(backend: Settings['backend'], file: string): Promise<string> {
  const { dataDir, databaseUrl } = backend;
  if (existsSync(file)) throw new ArchiveError(`${file} is there already.`);
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'database')))
    throw new ArchiveError(`There is no data in ${dataDir}: start the server once.`);
  const made = await (databaseUrl === undefined
    ? makeEmbedded(dataDir, file)
    : writeFrom({ databaseUrl }, dataDir, file));
  const gone = made.filesGone > 0 ? `, ${made.filesGone} were removed meanwhile` : '';
  return `Wrote ${file}: ${made.rows} rows of ${made.tables} tables, ${made.files} files${gone}. It holds everything, secrets too: keep it as you keep those.`;
}

/** PGlite belongs to one process: while a server has it, the server makes the archive. */
async function makeEmbedded(dataDir: string, file: string): Promise<ArchiveSummary> {
  const lock = await lockDataFolder(dataDir, 'npm run backup').catch((error: unknown) => {
    if (error instanceof DataFolderInUseError) return error;
    throw error;
  });
  if (lock instanceof DataFolderInUseError)
    return askServer(lock, await loadSecrets(dataDir), file);
  return writeFrom({ dataDir: join(dataDir, 'database') }, dataDir, file).finally(lock.release);
}

async function writeFrom(
  location: Parameters<typeof openDatabase>[0],
  dataDir: string,
  file: string,
): Promise<ArchiveSummary> {
  const database = await openDatabase(location);
  const source = {
    database,
    storageDir: join(dataDir, 'storage'),
    secrets: await loadSecrets(dataDir),
  };
  return writeArchive(file, source).finally(database.close);
}

async function describeArchive(file: string): Promise<string> {
  const { begin, rows, files } = await checkArchive(file);
  return `${file} is whole: made ${begin.madeAt} with migration ${begin.migrations.at(-1)}, ${rows} rows, ${files} files.`;
}
