import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withDatabase } from '../with-database.ts';
import { readSettings, type Settings } from '../../cli/settings/read-settings.ts';
import { loadSecrets } from '../../data/secrets/load-secrets.ts';
import { ArchiveError } from '../../data/archive/archive-line.ts';
import { BACKUP_USAGE, readBackupRequest } from '../../data/archive/backup-request.ts';
import { checkArchive } from '../../data/archive/load-archive.ts';
import { restoreArchive } from './restore-archive.ts';
import { writeArchive } from '../../data/archive/write-archive.ts';

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
  const { dataDir } = backend;
  if (existsSync(file)) throw new ArchiveError(`${file} is there already.`);
  const made = await withDatabase(backend, { command: 'npm run backup' }, async (database) =>
    writeArchive(file, {
      database,
      storageDir: join(dataDir, 'storage'),
      secrets: await loadSecrets(dataDir),
    }),
  );
  const gone = made.filesGone > 0 ? `, ${made.filesGone} were removed meanwhile` : '';
  return `Wrote ${file}: ${made.rows} rows of ${made.tables} tables, ${made.files} files${gone}. It holds everything, secrets too: keep it as you keep those.`;
}

async function describeArchive(file: string): Promise<string> {
  const { begin, rows, files } = await checkArchive(file);
  return `${file} is whole: made ${begin.madeAt} with migration ${begin.migrations.at(-1)}, ${rows} rows, ${files} files.`;
}
