import { join } from 'node:path';
import {
  applyMigrations,
  applySystemSchema,
  openDatabase,
  readMigrations,
  type Database,
} from '@homie/server';
import { createScratchDatabase } from '@homie/server/testing';
import { expect, test } from 'vitest';

const migrationsDir = join(import.meta.dirname, '../../migrations');
const migrations = await readMigrations(migrationsDir);
const upTo = (count: number) => ({
  only: migrations.slice(0, count).map(({ version }) => version),
});

/** Counts every kind of object that a migration can create. */
const TRACES = `select
  (select count(*) from pg_class)::integer as relations, (select count(*) from pg_proc)::integer as functions,
  (select count(*) from pg_policy)::integer as policies, (select count(*) from pg_trigger)::integer as triggers,
  (select count(*) from pg_attribute)::integer as columns, (select count(*) from pg_constraint)::integer as constraints,
  (select count(*) from pg_type)::integer as types, (select count(*) from pg_extension)::integer as extensions,
  (select count(*) from supabase_migrations.schema_migrations)::integer as applied`;

/** Event trigger that terminates the connection at the statement with a given number. */
const KILLER = `
  create schema killing;
  create table killing.at (statement integer, counted integer);
  insert into killing.at values (null, null);
  create function killing.kill() returns event_trigger language plpgsql as $$
  declare
    reached integer := coalesce(nullif(current_setting('killing.reached', true), ''), '0')::integer + 1;
  begin
    perform set_config('killing.reached', reached::text, true);
    update killing.at set counted = reached;
    if reached = (select statement from killing.at) then
      perform pg_terminate_backend(pg_backend_pid());
    end if;
  end $$;
  create event trigger kill on ddl_command_end execute function killing.kill();`;

test('a migration that is interrupted at its first, middle or last statement is rolled back, and is applied at the next start', async () => {
  const scratch = await createScratchDatabase();
  const { databaseUrl } = scratch;
  const database = await openDatabase({ databaseUrl });
  try {
    await applySystemSchema(database);
    await database.exec(KILLER);
    for (const [index, { sql }] of migrations.entries()) {
      const [before] = await database.query(TRACES);
      const count = await countStatements(database, sql);
      // A migration of a single statement that writes rows has no statement to interrupt.
      for (const statement of count === 0 ? [] : [1, Math.ceil(count / 2), count]) {
        await database.query('update killing.at set statement = $1::integer', [statement]);
        const process = await openDatabase({ databaseUrl });
        await expect(applyMigrations(process, migrationsDir, upTo(index + 1))).rejects.toThrow(
          /^Migration \d+_\w+\.sql failed: (terminating connection|write CONNECTION_CLOSED)/,
        );
        await process.close();
        expect(await database.query(TRACES)).toEqual([before]);
      }
      await database.exec('update killing.at set statement = null');
      await applyMigrations(database, migrationsDir, upTo(index + 1));
    }
  } finally {
    await database.close();
    await scratch.drop();
  }
});

class Enough extends Error {}

/** Counts the statements of a migration that the trigger sees, in a transaction that is rolled back. */
async function countStatements(database: Database, sql: string): Promise<number> {
  let counted = 0;
  const trial = database.transaction(async (transaction) => {
    await transaction.exec('update killing.at set counted = 0');
    await transaction.exec(sql);
    const [row] = await transaction.query<{ counted: number | null }>(
      'select counted from killing.at',
    );
    counted = row?.counted ?? 0;
    throw new Enough();
  });
  await trial.catch((error: unknown) => {
    if (!(error instanceof Enough)) throw error;
  });
  return counted;
}
