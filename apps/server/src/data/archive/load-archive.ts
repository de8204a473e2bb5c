import * as z from 'zod/mini';
import type { Database, Queryable } from '../database/index.ts';
import {
  ArchiveError,
  type ArchiveHeader,
  type ArchivedFile,
  type ArchivedRow,
  type ArchivedSequence,
  type ArchivedTable,
} from './archive-line.ts';
import type { Fitting } from './archive-target.ts';
import { inserting, PLAIN_TEXTS, readRows } from './archived-tables.ts';
import type { FileDestination } from './file-destination.ts';
import { readLines } from './line-file.ts';
import { reportCounts } from './report-counts.ts';
import { FileReader, nextLine, readFile, readTable, type Lines } from './read-parts.ts';
import { RowDigest } from './row-digest.ts';

const metadataSchema = z.object({ mimetype: z.string() });

/** Metadata of an archive. */
export interface ArchiveContents {
  header: ArchiveHeader;
  secrets: Record<string, string>;
  rows: number;
  files: number;
}

/**
 * Reads a whole archive and compares everything in it with its own hashes.
 * @param progress called from time to time with a progress message
 * @throws ArchiveError with the problem
 */
export async function checkArchive(
  file: string,
  progress: (text: string) => void = () => {},
): Promise<ArchiveContents> {
  const report = reportCounts('Checked', progress);
  const contents: Partial<ArchiveContents> = {};
  let [rows, files] = [0, 0];
  const lines = readLines(file);
  for await (const line of lines) {
    if (line.kind === 'archive') contents.header = line;
    if (line.kind === 'secrets') contents.secrets = line.secrets;
    if (line.kind === 'table') rows += (await readTable(lines, line)).rows;
    if (line.kind === 'file' && (await readFile(lines, line))) files += 1;
    report(rows, files);
  }
  const { header, secrets } = contents;
  if (!header || !secrets) throw new ArchiveError(`${file} is no whole archive: it has no head.`);
  return { header, secrets, rows, files };
}

/** Destination of an archive. */
export interface LoadTarget {
  database: Database;
  fit: Fitting;
  files: FileDestination;
  /** Called from time to time with a progress message. */
  progress?: (text: string) => void;
}

/** Tables and files that were compared and found to be equal. */
export interface Loaded {
  tables: { name: string; rows: number }[];
  files: number;
  /** The data was already in the database. */
  already: boolean;
}

/**
 * Loads an archive: all of it, or nothing but unreferenced files. A database that already contains it is only compared;
 * files are stored again. Rows and files are read back and their hashes compared before the transaction commits.
 * @throws ArchiveError if there is other data, or if the data that was read back differs
 */
export function loadArchive(file: string, target: LoadTarget): Promise<Loaded> {
  return target.database.transaction(async (transaction) => {
    const already = await hasAccounts(transaction);
    await transaction.exec(PLAIN_TEXTS);
    if (!already) await silenceTriggers(transaction);
    const expected: { table: Pick<ArchivedTable, 'name' | 'columns'>; digest: RowDigest }[] = [];
    const types = new Map<string, string>();
    let [rows, files] = [0, 0];
    const report = reportCounts('Loaded', target.progress ?? (() => {}));
    const lines = readLines(file);
    for await (const line of lines) {
      if (line.kind === 'table') {
        await loadTable(line);
      }
      if (line.kind === 'sequence' && !already) await setSequence(transaction, line);
      if (line.kind === 'file' && (await storeFile(lines, line, target.files, types))) files += 1;
      report(rows, files);
    }
    const tables = [];
    for (const { table, digest } of expected) {
      await compare(transaction, table, digest, already);
      tables.push({ name: table.name, rows: digest.rows });
    }
    return { tables, files, already };

    async function loadTable(archived: ArchivedTable): Promise<void> {
      const note = archived.name === 'storage.objects' ? noteTypes(archived, types) : () => {};
      const fitted = target.fit(archived);
      if (!fitted) return void (await readTable(lines, archived, note));
      const { table, adapt } = fitted;
      const digest = new RowDigest();
      expected.push({ table, digest });
      if (!already) await transaction.exec(`delete from ${table.name}`);
      const insert = already ? undefined : await inserting(transaction, table);
      await readTable(lines, archived, async (read) => {
        note(read);
        const adapted = read.map(adapt);
        for (const row of adapted) digest.add(row);
        await insert?.(adapted);
        rows += adapted.length;
        report(rows, files);
      });
    }
  });
}

async function hasAccounts(transaction: Queryable): Promise<boolean> {
  const [found] = await transaction.query('select 1 as found from auth.users limit 1');
  return found !== undefined;
}

/** Disables triggers: they would number, record and link rows a second time. */
async function silenceTriggers(transaction: Queryable): Promise<void> {
  await transaction.exec('set local session_replication_role = replica').catch((error: unknown) => {
    throw new ArchiveError(
      'The database does not let us load data past its triggers. As a superuser: grant set on parameter session_replication_role to the role of DATABASE_URL.',
      { cause: error },
    );
  });
}

async function setSequence(
  transaction: Queryable,
  { name, value, called }: ArchivedSequence,
): Promise<void> {
  await transaction.query(
    'select setval($1::text::regclass, $2::text::bigint, $3::text::boolean)',
    [name, value, String(called)],
  );
}

async function compare(
  transaction: Queryable,
  table: Pick<ArchivedTable, 'name' | 'columns'>,
  expected: RowDigest,
  already: boolean,
): Promise<void> {
  const found = new RowDigest();
  for await (const rows of readRows(transaction, table)) for (const row of rows) found.add(row);
  if (found.rows === expected.rows && found.digest === expected.digest) return;
  throw new ArchiveError(
    already
      ? `The database holds other data already (${table.name} has ${found.rows} rows, the archive ${expected.rows}). Nothing was changed.`
      : `${table.name} is not as it was: ${found.rows} rows in place of ${expected.rows}, or other ones. Nothing was kept.`,
  );
}

/** Records the content type that the storage reports for each file. */
function noteTypes({ columns }: ArchivedTable, types: Map<string, string>) {
  const [bucket, key, metadata] = ['bucket_id', 'name', 'metadata'].map((column) =>
    columns.indexOf(column),
  );
  return (rows: readonly ArchivedRow[]) => {
    for (const row of rows) {
      const type = metadataSchema.safeParse(JSON.parse(row[metadata ?? -1] ?? 'null')).data;
      if (type) types.set(`${row[bucket ?? -1]}/${row[key ?? -1]}`, type.mimetype);
    }
  };
}

async function storeFile(
  lines: Lines,
  { bucket, key }: ArchivedFile,
  destination: FileDestination,
  types: ReadonlyMap<string, string>,
): Promise<boolean> {
  const first = await nextLine(lines);
  if (first.kind === 'file-gone') return false;
  const reader = new FileReader(lines, first);
  const type = types.get(`${bucket}/${key}`) ?? 'application/octet-stream';
  const found = await destination.put(bucket, key, reader.pieces(), type);
  if (found !== reader.sha256)
    throw new ArchiveError(`${bucket}/${key} is not as it was. Nothing was kept.`);
  return true;
}
