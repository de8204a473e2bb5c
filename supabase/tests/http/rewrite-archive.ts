import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { RowDigest } from '@homie/server/testing';

interface TableHeader {
  kind: 'table' | 'table-end';
  name: string;
  columns?: string[];
}

type ArchivePart =
  TableHeader | { kind: 'rows'; rows: (string | null)[][] } | { kind: 'secrets' | 'file' };

/** Reads the migrations after the baseline. */
async function readLaterMigrations(): Promise<string> {
  const directory = new URL('../../migrations/', import.meta.url);
  const [, ...later] = (await readdir(directory)).toSorted();
  const texts = await Promise.all(later.map((file) => readFile(new URL(file, directory), 'utf8')));
  return texts.join('\n');
}

/** Returns a function that undoes the renames of a table and its columns in these migrations. */
function undoRenames(migrations: string): (table: TableHeader) => TableHeader {
  const renames = [
    ...migrations.matchAll(/^alter table (\w+)\.(\w+) rename (?:column (\w+) )?to (\w+);/gm),
  ].toReversed();
  return (table) => {
    let { name, columns } = table;
    for (const [, schema = '', before = '', column, after = ''] of renames) {
      if (column === undefined && name === `${schema}.${after}`) name = `${schema}.${before}`;
      if (column !== undefined && name === `${schema}.${before}`)
        columns = columns?.map((each) => (each === after ? column : each));
    }
    return { ...table, name, ...(columns && { columns }) };
  };
}

/** Returns the columns that these migrations add to each table. */
function readAddedColumns(migrations: string): ReadonlyMap<string, readonly string[]> {
  const added = new Map<string, string[]>();
  for (const [, table = '', change = ''] of migrations.matchAll(/^alter table (\S+)\n?([^;]*);/gm))
    for (const [, column = ''] of change.matchAll(/\badd column (\w+)/g))
      added.set(table, [...(added.get(table) ?? []), column]);
  return added;
}

/**
 * Writes a copy of an archive as if its database had other migrations: without later tables and columns, and with the
 * earlier names.
 * @param file path of the copy
 * @returns this path
 */
export async function rewriteArchive(
  archive: string,
  file: string,
  migrations: readonly string[],
): Promise<string> {
  const [begin = '', ...lines] = gunzipSync(await readFile(archive))
    .toString('utf8')
    .split('\n');
  const laterMigrations = await readLaterMigrations();
  const laterTables = [...laterMigrations.matchAll(/^create table (\S+)/gm)].map(
    ([, table]) => table,
  );
  const toEarlier = undoRenames(laterMigrations);
  const added = readAddedColumns(laterMigrations);
  let isLater = false;
  let remaining: number[] = [];
  let digest = new RowDigest();
  const stored = [JSON.stringify({ ...(JSON.parse(begin) as object), migrations })];
  for (const line of lines.slice(0, -2)) {
    const part = JSON.parse(line) as ArchivePart;
    if (part.kind === 'table') {
      isLater = laterTables.includes(part.name);
      const columns = part.columns ?? [];
      const without = columns.filter((column) => !added.get(part.name)?.includes(column));
      remaining = without.map((column) => columns.indexOf(column));
      digest = new RowDigest();
      if (!isLater) stored.push(JSON.stringify(toEarlier({ ...part, columns: without })));
    } else if (part.kind === 'rows') {
      const rows = part.rows.map((row) => remaining.map((index) => row[index] ?? null));
      for (const row of rows) digest.add(row);
      if (!isLater) stored.push(JSON.stringify({ ...part, rows }));
    } else if (part.kind === 'table-end') {
      const end = { ...part, digest: digest.digest };
      if (!isLater) stored.push(JSON.stringify(toEarlier(end)));
      isLater = false;
    } else if (!isLater) stored.push(line);
  }
  const sha256 = createHash('sha256')
    .update(`${stored.join('\n')}\n`)
    .digest('hex');
  const end = JSON.stringify({ kind: 'end', lines: stored.length, sha256 });
  await writeFile(file, gzipSync(`${[...stored, end].join('\n')}\n`));
  return file;
}
