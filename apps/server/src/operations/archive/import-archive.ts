import { writeFile } from 'node:fs/promises';
import {
  applyMigrations,
  MigrationHistoryError,
  openDatabase,
  type Database,
} from '../../data/database/index.ts';
import { ArchiveError } from '../../data/archive/archive-line.ts';
import { fitProject } from '../../data/archive/archive-target.ts';
import { supabaseDestination } from '../../data/archive/file-destination.ts';
import {
  checkArchive,
  loadArchive,
  type ArchiveContents,
} from '../../data/archive/load-archive.ts';
import type { DataLocation } from '../with-database.ts';
import { restoreArchive } from './restore-archive.ts';

type Progress = (text: string) => void;

/** Destination of an import. */
export interface ImportTarget extends DataLocation {
  migrationsDir: string;
  /** A Supabase project; by default a PostgreSQL with a data folder of our own server. */
  supabaseUrl?: string | undefined;
  /** Secret key of the project, to store the files. */
  secretKey?: string | undefined;
}

/**
 * Imports an archive into a PostgreSQL or a Supabase project.
 * @param progress called from time to time with a progress message
 * @returns a message with the result
 * @throws {ArchiveError} if the target is incomplete, or contains other data
 */
export async function importArchive(
  target: ImportTarget,
  file: string,
  progress: Progress,
): Promise<string> {
  const { databaseUrl, migrationsDir, supabaseUrl, secretKey } = target;
  if (databaseUrl === undefined) throw new ArchiveError('Set DATABASE_URL to where it moves to.');
  if (!supabaseUrl) return restoreArchive(target, file, progress, true);
  if (!secretKey) throw new ArchiveError('Set SUPABASE_SERVICE_ROLE_KEY, which stores the files.');
  const database = await openDatabase({ databaseUrl });
  const project = { supabaseUrl: supabaseUrl.replace(/\/+$/, ''), secretKey, migrationsDir };
  return importIntoProject(database, file, project, progress).finally(database.close);
}

async function importIntoProject(
  database: Database,
  file: string,
  {
    supabaseUrl,
    secretKey,
    migrationsDir,
  }: Record<'supabaseUrl' | 'secretKey' | 'migrationsDir', string>,
  progress: Progress,
): Promise<string> {
  const contents = await checkArchive(file, progress);
  await requirePushed(database, contents, migrationsDir);
  const { tables, files, already } = await loadArchive(file, {
    database,
    fit: await fitProject(database),
    files: supabaseDestination(supabaseUrl, secretKey),
    progress,
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const same = `${rows} rows of ${tables.length} tables and ${files} files are as they were.`;
  return `${already ? 'It was there already' : 'Moved'}: ${same} People sign in with the passwords that they had; sessions have ended.`;
}

/**
 * Requires the migrations of the archive: its rows fit tables of the same migrations. In a project, the official
 * command line applies them.
 */
async function requirePushed(
  database: Database,
  { header }: ArchiveContents,
  migrationsDir: string,
): Promise<void> {
  const [pushed] = await database.query(
    "select 1 as found where to_regclass('supabase_migrations.schema_migrations') is not null",
  );
  if (!pushed)
    throw new ArchiveError(
      'The project has no tables yet: npm run homie -- deploy pushes the migrations.',
    );
  await applyMigrations(database, migrationsDir, { only: header.migrations }).catch(
    (error: unknown) => {
      if (!(error instanceof MigrationHistoryError)) throw error;
      throw new ArchiveError(`Project and archive are of different releases: ${error.message}.`);
    },
  );
}

/**
 * Writes the key of an archive's audit log into a settings file. It is never printed: a terminal retains its output.
 * @returns a message with instructions for the file
 */
export async function writeKeys(file: string): Promise<string> {
  const { secrets } = await checkArchive(file);
  const target = `${file}.env`;
  await writeFile(target, `AUDIT_SIGNING_KEY=${secrets['auditSigningKey'] ?? ''}\n`, {
    mode: 0o600,
    flag: 'wx',
  });
  return `Wrote ${target}: supabase secrets set --env-file ${target}, and remove it.`;
}
