import type { Database } from './database.ts';
import { MigrationHistoryError } from './migration-history-error.ts';
import { acquirePreparationLock } from './preparation-lock.ts';
import type { Migration } from './read-migrations.ts';

/** A migration that creates the result of earlier ones at once. `homie migration baseline` writes its first lines. */
interface Baseline extends Migration {
  /** Versions of the migrations that it replaced. */
  replaced: readonly string[];
  /** The last commit with the files of the replaced migrations. */
  commit: string;
}

/**
 * Returns the baseline of a folder: its first migration, if that lists the ones that it replaced.
 * @param migrations all migrations of the folder, in order
 */
export function findBaseline(migrations: readonly Migration[]): Baseline | undefined {
  const [first] = migrations;
  if (!first) return undefined;
  const lines = [...first.sql.matchAll(/^-- Replaces ([\d ]+)$/gm)];
  const replaced = lines.flatMap(([, versions = '']) => versions.split(' '));
  const [, commit = ''] = /^-- Last commit before it: (\w+)$/m.exec(first.sql) ?? [];
  return replaced.length > 0 ? { ...first, replaced, commit } : undefined;
}

/**
 * Rewrites the history of a database that has all replaced migrations to the row of the baseline. Its catalog is the
 * same already, and rows do not change.
 * @throws {MigrationHistoryError} if the database has only some of the replaced migrations, or older ones
 */
export async function adoptBaseline(
  database: Database,
  migrations: readonly Migration[],
): Promise<void> {
  const baseline = findBaseline(migrations);
  if (!baseline) return;
  await database.transaction(async (transaction) => {
    await acquirePreparationLock(transaction);
    const rows = await transaction.query<{ version: string }>(
      'select version from supabase_migrations.schema_migrations',
    );
    const versions = rows.map(({ version }) => version);
    if (withBaseline(baseline, versions, 'The database') === versions) return;
    await transaction.query(
      'delete from supabase_migrations.schema_migrations where version = any($1::text[])',
      [baseline.replaced],
    );
    await transaction.query(
      `insert into supabase_migrations.schema_migrations (version, name, statements)
       values ($1, $2, array[$3::text])`,
      [baseline.version, baseline.name, baseline.sql],
    );
  });
}

/**
 * Returns versions with the baseline instead of the migrations that it replaced: the same array if it has none of them.
 * @param owner what has these versions, for the error
 * @throws {MigrationHistoryError} if it has only some of the replaced migrations, or older ones
 */
export function withBaseline(
  baseline: Baseline,
  versions: readonly string[],
  owner: string,
): readonly string[] {
  const isEarlier = (version: string) =>
    baseline.replaced.includes(version) || version < baseline.version;
  if (versions.includes(baseline.version) || !versions.some(isEarlier)) return versions;
  const missing = baseline.replaced.filter((version) => !versions.includes(version));
  if (missing.length > 0)
    throw new MigrationHistoryError(
      `${owner} lacks ${missing.length} of the ${baseline.replaced.length} migrations that one baseline migration replaced. Upgrade it with the release at commit ${baseline.commit} first: see docs/guides/upgrading.md`,
    );
  return [baseline.version, ...versions.filter((version) => !isEarlier(version))];
}
