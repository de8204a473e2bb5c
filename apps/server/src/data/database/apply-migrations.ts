import { createHash } from 'node:crypto';
import { adoptBaseline, findBaseline, withBaseline } from './adopt-baseline.ts';
import type { Database, Queryable } from './database.ts';
import { MigrationHistoryError } from './migration-history-error.ts';
import { acquirePreparationLock } from './preparation-lock.ts';
import { readMigrations, type Migration } from './read-migrations.ts';

interface HistoryRow extends Record<string, unknown> {
  version: string;
  /** Of the whole file; null if its statements are stored separately. */
  hash: string | null;
}

/**
 * Applies pending migrations in order, each in one transaction together with its history row, so that a migration is
 * applied entirely or not at all.
 * @param only the versions of an archive: migrations after them are not applied
 * @returns the files that were applied now
 * @throws {MigrationHistoryError} if the database is newer than the folder or than `only`, has only some of the
 *   migrations that the baseline replaced, or a migration was changed after it was applied, is older than the last one
 *   that was applied, or is dated later than now
 */
export async function applyMigrations(
  database: Database,
  folder: string,
  { only }: { only?: readonly string[] } = {},
): Promise<string[]> {
  const all = await readMigrations(folder);
  const baseline = findBaseline(all);
  const wanted = only && baseline ? withBaseline(baseline, only, 'The archive') : only;
  const unknown = wanted?.find((version) => all.every((one) => one.version !== version));
  if (unknown !== undefined)
    throw new MigrationHistoryError(`This release does not know migration ${unknown}`);
  const migrations = wanted ? all.filter(({ version }) => wanted.includes(version)) : all;
  await adoptBaseline(database, all);
  const rows = await history(database);
  checkHistory(rows, migrations);
  const known = new Set(rows.map(({ version }) => version));
  const pending = migrations.filter(({ version }) => !known.has(version));
  checkOrder(pending, rows.at(-1)?.version);
  const applied: string[] = [];
  for (const migration of pending) {
    if (await database.transaction((transaction) => applyOne(transaction, migration)))
      applied.push(migration.file);
  }
  return applied;
}

function history(database: Queryable): Promise<HistoryRow[]> {
  return database.query<HistoryRow>(
    `select
       version,
       case when cardinality(statements) = 1
         then encode(sha256(convert_to(rtrim(statements[1], E'; \\t\\r\\n'), 'UTF8')), 'hex')
       end as hash
     from supabase_migrations.schema_migrations order by version`,
  );
}

function checkHistory(rows: HistoryRow[], migrations: Migration[]): void {
  const byVersion = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const { version, hash } of rows) {
    const migration = byVersion.get(version);
    if (!migration)
      throw new MigrationHistoryError(
        `The database has migration ${version}, which this release does not know`,
      );
    // The official command line stores the statements separately, without their terminators: only a whole file is
    // compared.
    if (hash !== null && hash !== hashWithoutEnd(migration.sql))
      throw new MigrationHistoryError(
        `Migration ${migration.file} was changed after it had been applied`,
      );
  }
}

/** How much later than the clock of this machine a migration may be dated, in milliseconds. */
const CLOCK_TOLERANCE = 5 * 60_000;

/** Each database gets migrations in the same order, so each new one has to be the last. */
function checkOrder(pending: Migration[], last: string | undefined): void {
  const latest = toVersion(new Date(Date.now() + CLOCK_TOLERANCE));
  for (const { file, version } of pending) {
    if (last !== undefined && version < last)
      throw new MigrationHistoryError(
        `Migration ${file} is older than ${last}, which the database already has. Rename it to a current date: npm run homie -- migration new makes one`,
      );
    if (version > latest)
      throw new MigrationHistoryError(
        `Migration ${file} is dated later than now, so one with a current date would come before it. Rename it to a current date, or correct the clock of this machine`,
      );
  }
}

/** Formats a time as the version of a migration: 14 digits, in UTC. */
function toVersion(time: Date): string {
  return time.toISOString().replace(/\D/g, '').slice(0, 14);
}

function hashWithoutEnd(sql: string): string {
  return createHash('sha256')
    .update(sql.replace(/[; \t\r\n]+$/, ''))
    .digest('hex');
}

async function applyOne(transaction: Queryable, migration: Migration): Promise<boolean> {
  await acquirePreparationLock(transaction);
  const [row] = await transaction.query(
    'select 1 as done from supabase_migrations.schema_migrations where version = $1',
    [migration.version],
  );
  if (row) return false;
  try {
    await transaction.exec(migration.sql);
  } catch (error) {
    throw new Error(`Migration ${migration.file} failed: ${reason(error)}`, { cause: error });
  }
  await transaction.query(
    `insert into supabase_migrations.schema_migrations (version, name, statements)
     values ($1, $2, array[$3::text])`,
    [migration.version, migration.name, migration.sql],
  );
  return true;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
