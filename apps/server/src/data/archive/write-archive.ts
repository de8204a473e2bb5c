import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database, Queryable } from '../database/index.ts';
import { isSystemError } from '../../http/system-error.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { storedFile } from '../files/folder-storage.ts';
import { ARCHIVE_VERSION } from './archive-line.ts';
import { listTables, PLAIN_TEXTS, readRows } from './archived-tables.ts';
import { writeLines, type LineSink } from './line-file.ts';
import { reportCounts, type ReportCounts } from './report-counts.ts';
import { RowDigest } from './row-digest.ts';

/** Source of an archive. */
export interface ArchiveSource {
  database: Database;
  storageDir: string;
  secrets: Secrets;
  /** Called from time to time with a progress message. */
  progress: (text: string) => void;
}

/** Contents of a written archive. */
export interface ArchiveSummary {
  tables: number;
  rows: number;
  files: number;
  /** Files that a user removed while the archive was written. */
  filesGone: number;
}

const PIECE_BYTES = 768 * 1024;

/**
 * Writes all data of an installation into one file, as a snapshot of one moment, while users work.
 * @throws ArchiveError if the file exists already
 */
export async function writeArchive(
  file: string,
  { database, storageDir, secrets, progress }: ArchiveSource,
): Promise<ArchiveSummary> {
  const summary: ArchiveSummary = { tables: 0, rows: 0, files: 0, filesGone: 0 };
  const report = reportCounts('Written', progress);
  const held = join(storageDir, `.held-${randomUUID()}`);
  await mkdir(dirname(file), { recursive: true });
  await mkdir(held, { recursive: true, mode: 0o700 });
  try {
    await writeLines(file, async (sink) => {
      const objects = await database.transaction(async (transaction) => {
        await transaction.exec('set transaction isolation level repeatable read');
        await transaction.exec(PLAIN_TEXTS);
        await writeHeader(transaction, sink, secrets);
        await writeTables(transaction, sink, summary, report);
        await writeSequences(transaction, sink);
        return holdFiles(transaction, storageDir, held);
      });
      for (const object of objects) {
        await writeFile(object, sink, summary);
        report(summary.rows, summary.files);
      }
    });
    return summary;
  } finally {
    await rm(held, { recursive: true, force: true });
  }
}

async function writeHeader(
  transaction: Queryable,
  sink: LineSink,
  secrets: Secrets,
): Promise<void> {
  const migrations = await transaction.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version',
  );
  await sink({
    kind: 'archive',
    version: ARCHIVE_VERSION,
    madeAt: new Date().toISOString(),
    migrations: migrations.map(({ version }) => version),
  });
  await sink({ kind: 'secrets', secrets: { ...secrets } });
}

async function writeTables(
  transaction: Queryable,
  sink: LineSink,
  summary: ArchiveSummary,
  report: ReportCounts,
): Promise<void> {
  for (const table of await listTables(transaction)) {
    const digest = new RowDigest();
    await sink(table);
    for await (const rows of readRows(transaction, table)) {
      for (const row of rows) digest.add(row);
      await sink({ kind: 'rows', rows });
      report(summary.rows + digest.rows, summary.files);
    }
    await sink({ kind: 'table-end', name: table.name, rows: digest.rows, digest: digest.digest });
    summary.tables += 1;
    summary.rows += digest.rows;
  }
}

async function writeSequences(transaction: Queryable, sink: LineSink): Promise<void> {
  const sequences = await transaction.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'S' and nspname in ('public', 'private') order by 1`,
  );
  for (const { name } of sequences) {
    const [state] = await transaction.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${name}`,
    );
    if (state) await sink({ kind: 'sequence', name, ...state });
  }
}

interface HeldFile {
  bucket: string;
  key: string;
  /** A hard link, which remains if the file is removed; undefined if the file no longer existed. */
  held: string | undefined;
}

/** Creates hard links to the files. That takes a moment; files that are removed later are still read. */
async function holdFiles(
  transaction: Queryable,
  storageDir: string,
  folder: string,
): Promise<HeldFile[]> {
  const objects = await transaction.query<{ bucket: string; key: string }>(
    'select bucket_id as bucket, name as key from storage.objects order by 1, 2',
  );
  return Promise.all(
    objects.map(async ({ bucket, key }, index) => {
      const held = join(folder, String(index));
      const found = await hold(storedFile(storageDir, bucket, key), held);
      return { bucket, key, held: found ? held : undefined };
    }),
  );
}

async function hold(file: string, held: string): Promise<boolean> {
  try {
    // Not every file system supports hard links.
    await link(file, held).catch((error: unknown) => {
      if (isSystemError(error, 'ENOENT')) throw error;
      return copyFile(file, held);
    });
    return true;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return false;
    throw error;
  }
}

async function writeFile(
  { bucket, key, held }: HeldFile,
  sink: LineSink,
  summary: ArchiveSummary,
): Promise<void> {
  await sink({ kind: 'file', bucket, key });
  if (held === undefined) {
    summary.filesGone += 1;
    return sink({ kind: 'file-gone' });
  }
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of createReadStream(held, { highWaterMark: PIECE_BYTES })) {
    hash.update(piece);
    size += piece.length;
    await sink({ kind: 'piece', base64: piece.toString('base64') });
  }
  summary.files += 1;
  return sink({ kind: 'file-end', size, sha256: hash.digest('hex') });
}
