import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  applyMigrations,
  MigrationHistoryError,
  openDatabase,
  type Database,
} from '../../data/database/index.ts';
import { readSettings } from '../../cli/settings/read-settings.ts';
import { ArchiveError } from '../../data/archive/archive-line.ts';
import { fitProject } from '../../data/archive/archive-target.ts';
import { readWords } from '../../data/archive/backup-request.ts';
import { supabasePlace } from '../../data/archive/file-place.ts';
import {
  checkArchive,
  loadArchive,
  type ArchiveContents,
} from '../../data/archive/load-archive.ts';
import { restoreArchive } from './restore-archive.ts';
import { makeArchive } from './run-backup.ts';

export const MOVE_USAGE = `npm run move -- export FILE        everything that this installation has
npm run move -- import FILE        into the PostgreSQL of DATABASE_URL; with SUPABASE_URL, into that Supabase project
npm run move -- keys FILE          the key of the audit log, for the secrets of the functions, into FILE.env`;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The operator's command for moving an installation.
 * @param root of the repository
 * @returns what to say
 * @throws Error with a sentence for the operator
 */
export async function runMove(
  root: string,
  environment: Environment,
  commandLine: readonly string[],
): Promise<string> {
  const [action, file] = readWords(commandLine, MOVE_USAGE);
  const { backend } = readSettings(root, environment, []);
  if (action === 'export') return makeArchive(backend, resolve(file));
  if (action === 'keys') return writeKeys(file);
  if (action !== 'import') throw new ArchiveError(MOVE_USAGE);
  const { databaseUrl, migrationsDir } = backend;
  if (databaseUrl === undefined) throw new ArchiveError('Set DATABASE_URL to where it moves to.');
  const supabaseUrl = environment['SUPABASE_URL'];
  if (!supabaseUrl) return restoreArchive(backend, file);
  const secretKey = environment['SUPABASE_SERVICE_ROLE_KEY'];
  if (!secretKey) throw new ArchiveError('Set SUPABASE_SERVICE_ROLE_KEY, which stores the files.');
  const database = await openDatabase({ databaseUrl });
  const project = { supabaseUrl: supabaseUrl.replace(/\/+$/, ''), secretKey, migrationsDir };
  return importIntoProject(database, file, project).finally(database.close);
}

async function importIntoProject(
  database: Database,
  file: string,
  {
    supabaseUrl,
    secretKey,
    migrationsDir,
  }: Record<'supabaseUrl' | 'secretKey' | 'migrationsDir', string>,
): Promise<string> {
  const contents = await checkArchive(file);
  await requirePushed(database, contents, migrationsDir);
  const { tables, files, already } = await loadArchive(file, {
    database,
    fit: await fitProject(database),
    files: supabasePlace(supabaseUrl, secretKey),
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const same = `${rows} rows of ${tables.length} tables and ${files} files are as they were.`;
  return `${already ? 'It was there already' : 'Moved'}: ${same} People sign in with the passwords that they had; sessions have ended.`;
}

/** Rows fit tables of the same migrations; those of a project come from the official command line. */
async function requirePushed(
  database: Database,
  { begin }: ArchiveContents,
  migrationsDir: string,
): Promise<void> {
  const [pushed] = await database.query(
    "select 1 as found where to_regclass('supabase_migrations.schema_migrations') is not null",
  );
  if (!pushed)
    throw new ArchiveError('The project has no tables yet: npm run deploy pushes the migrations.');
  await applyMigrations(database, migrationsDir, { only: begin.migrations }).catch(
    (error: unknown) => {
      if (!(error instanceof MigrationHistoryError)) throw error;
      throw new ArchiveError(`Project and archive are of different releases: ${error.message}.`);
    },
  );
}

/** Never printed: a terminal keeps what it shows. */
async function writeKeys(file: string): Promise<string> {
  const { secrets } = await checkArchive(file);
  const target = `${file}.env`;
  await writeFile(target, `AUDIT_SIGNING_KEY=${secrets['auditSigningKey'] ?? ''}\n`, {
    mode: 0o600,
    flag: 'wx',
  });
  return `Wrote ${target}: supabase secrets set --env-file ${target}, and remove it.`;
}
