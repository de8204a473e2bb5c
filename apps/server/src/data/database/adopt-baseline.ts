import type { Database } from './database.ts';
import { MigrationHistoryError } from './migration-history-error.ts';
import { acquirePreparationLock } from './preparation-lock.ts';
import type { Migration } from './read-migrations.ts';

/** Version of the baseline, which creates the result of all migrations below at once. */
const BASELINE = '20261123100000';

/** The files of the replaced migrations are at the git tag `pre-baseline`. */
export const REPLACED_MIGRATIONS: readonly string[] = `
  20261121000100 20261121000200 20261121000300 20261121000400 20261121000500 20261121000600
  20261121000700 20261121000800 20261121000900 20261121001000 20261121001200 20261121001210
  20261121001220 20261121001300 20261121001500 20261121001600 20261121001610 20261121001620
  20261121001630 20261121001640 20261121001900 20261121001910 20261121002000 20261121002010
  20261121002011 20261121002020 20261121002022 20261121002024 20261121002026 20261121002028
  20261121002029 20261121002110 20261121002111 20261121002112 20261121002200 20261121002240
  20261121002241 20261122000100 20261122000200 20261122000300 20261122000400 20261122000500
  20261122000600 20261122000700 20261123000400 20261123000500 20261123000600`
  .trim()
  .split(/\s+/);

/**
 * Rewrites the history of a database that has the replaced migrations to the row of the baseline. Its catalog is
 * already the same, except for the wording of comments, within functions too: these are replaced. Rows do not change.
 * @throws {MigrationHistoryError} if the database has only some of the replaced migrations
 */
export async function adoptBaseline(
  database: Database,
  migrations: readonly Migration[],
): Promise<void> {
  const baseline = migrations.find(({ version }) => version === BASELINE);
  if (!baseline) return;
  await database.transaction(async (transaction) => {
    await acquirePreparationLock(transaction);
    const found = await transaction.query(
      'select version from supabase_migrations.schema_migrations where version = any($1::text[])',
      [REPLACED_MIGRATIONS],
    );
    if (found.length === 0) return;
    requireAll(found.length, 'The database');
    await transaction.exec(repeatableStatements(baseline.sql));
    await transaction.query(
      'delete from supabase_migrations.schema_migrations where version = any($1::text[])',
      [REPLACED_MIGRATIONS],
    );
    await transaction.query(
      `insert into supabase_migrations.schema_migrations (version, name, statements)
       values ($1, $2, array[$3::text])`,
      [baseline.version, baseline.name, baseline.sql],
    );
  });
}

/** Returns the statements of the baseline that define functions and comments. */
function repeatableStatements(sql: string): string {
  return (sql.match(/^(create function [^]*?^\$\$;|comment on [^]*?';)$/gm) ?? [])
    .map((statement) => statement.replace(/^create function/, 'create or replace function'))
    .join('\n');
}

/**
 * Returns the versions of an archive with the baseline instead of the migrations that it replaced.
 * @throws {MigrationHistoryError} if the archive has only some of them
 */
export function withBaseline(versions: readonly string[]): readonly string[] {
  const later = versions.filter((version) => !REPLACED_MIGRATIONS.includes(version));
  const found = versions.length - later.length;
  if (found === 0) return versions;
  requireAll(found, 'The archive');
  return [BASELINE, ...later];
}

function requireAll(found: number, owner: string): void {
  if (found < REPLACED_MIGRATIONS.length)
    throw new MigrationHistoryError(
      `${owner} has ${found} of the ${REPLACED_MIGRATIONS.length} migrations that one baseline migration replaced. Upgrade it with the release at the git tag pre-baseline first: see docs/guides/upgrading.md`,
    );
}
