import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  applyMigrations,
  applySystemSchema,
  openDatabase,
  prepareDatabase,
  type Database,
} from '@homie/local';
import { createScratchDatabase, TEST_POSTGRES_URL, testDatabases } from '@homie/local/testing';
import { describe, expect, test } from 'vitest';
import { readCatalog } from '../hosted/read-catalog.ts';
import { splitStatements } from './split-statements.ts';

const migrationsDir = join(import.meta.dirname, '../../migrations');
const files = readdirSync(migrationsDir)
  .filter((file) => file.endsWith('.sql'))
  .sort();
const versions = files.map((file) => file.slice(0, 14));
const upTo = (count: number) => ({ only: versions.slice(0, count) });

/** What people had written before later migrations came, as soon as there was a table for it. */
const EARLY_DATA: Readonly<Record<string, string>> = {
  '20261121000200': `
    insert into auth.users (id, email, encrypted_password, email_confirmed_at)
    select ('10000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'early' || n || '@homie.example', 'x', now()
    from generate_series(1, 3) as n;
    update public.users set role_id = (select id from public.roles where name = 'admin') where email = 'early1@homie.example';`,
  '20261121000300': `
    insert into public.participants (id, display_name) values ('20000000-0000-4000-8000-000000000001', 'Early Bird');
    insert into public.assistants (id, kind, label, openai_assistant_id) values
      ('30000000-0000-4000-8000-000000000001', 'org', 'Early notes', 'asst_early1');`,
  '20261121000400': `
    insert into public.conversations (id, user_id, assistant_id, title) values
      ('40000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000002',
       '30000000-0000-4000-8000-000000000001', 'Early words');
    insert into public.messages (conversation_id, role, content, created_at)
    select '40000000-0000-4000-8000-000000000001', 'user', 'Early message ' || n, now() + n * interval '1 second'
    from generate_series(1, 5) as n;`,
  '20261121000500': `
    insert into public.audit_logs (action, user_id, meta)
    select 'login', '10000000-0000-4000-8000-000000000002', jsonb_build_object('early', n) from generate_series(1, 20) as n;`,
};

const WHAT_WAS_WRITTEN = `
  select
    (select string_agg(email || ' ' || name, ', ' order by email) from public.users join public.roles on roles.id = role_id) as people,
    (select string_agg(content, ', ' order by content) from public.messages) as messages,
    (select count(*)::integer from public.audit_logs where meta ? 'early') as entries,
    (select display_name from public.participants) as participant,
    private.check_audit_chain(0, 20000) as chain`;

async function upgradeWithData(database: Database): Promise<void> {
  await applySystemSchema(database);
  for (const [index, version] of versions.entries()) {
    await applyMigrations(database, migrationsDir, upTo(index + 1));
    const data = EARLY_DATA[version];
    if (data !== undefined) await database.exec(data);
  }
}

describe.each(testDatabases)('on $name', ({ open }) => {
  test('what was written under the oldest migrations is all there under the newest, in the same tables as in a new database', async () => {
    const [database, fresh] = [await open(), await open()];
    try {
      await upgradeWithData(database);
      const [found] = await database.query(WHAT_WAS_WRITTEN);
      expect(found).toMatchObject({
        people:
          'early1@homie.example admin, early2@homie.example support_worker, early3@homie.example support_worker',
        messages: [1, 2, 3, 4, 5].map((n) => `Early message ${n}`).join(', '),
        entries: 20,
        participant: 'Early Bird',
        chain: { done: true, problem: null },
      });
      await prepareDatabase(fresh, { migrationsDir });
      expect(await readCatalog(database)).toEqual(await readCatalog(fresh));
    } finally {
      await database.close();
      await fresh.close();
    }
  });
});

/** Everything that a migration can leave behind, counted. */
const TRACES = `select
  (select count(*) from pg_class)::integer as relations, (select count(*) from pg_proc)::integer as functions,
  (select count(*) from pg_policy)::integer as policies, (select count(*) from pg_trigger)::integer as triggers,
  (select count(*) from pg_attribute)::integer as columns, (select count(*) from pg_constraint)::integer as constraints,
  (select count(*) from pg_type)::integer as types, (select count(*) from pg_extension)::integer as extensions,
  (select count(*) from supabase_migrations.schema_migrations)::integer as applied`;

test.skipIf(TEST_POSTGRES_URL === undefined)(
  'on PostgreSQL a migration that is cut off, at its first, middle or last statement in turn, leaves nothing, and is applied at the next start',
  async () => {
    const scratch = await createScratchDatabase(TEST_POSTGRES_URL ?? '');
    const { databaseUrl } = scratch;
    const database = await openDatabase({ databaseUrl });
    try {
      await applySystemSchema(database);
      // Ends the connection from within, at the statement of that number: what the process was about to do is lost.
      await database.exec(`
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
        create event trigger kill on ddl_command_end execute function killing.kill();`);
      const closing: Promise<void>[] = [];
      for (const [index, file] of files.entries()) {
        const [before] = await database.query(TRACES);
        const count = await statementsOf(database, file);
        if (count === 0) {
          // It only writes rows, in one statement: there is no place within it.
          await applyMigrations(database, migrationsDir, upTo(index + 1));
          continue;
        }
        // One place in each, in turn: every kind of place is met in a dozen migrations.
        const statement = [1, Math.ceil(count / 2), count][index % 3] ?? 1;
        await database.query('update killing.at set statement = $1::integer', [statement]);
        const process = await openDatabase({ databaseUrl });
        await expect(applyMigrations(process, migrationsDir, upTo(index + 1))).rejects.toThrow(
          /^Migration \d+_\w+\.sql failed: (terminating connection|write CONNECTION_CLOSED)/,
        );
        closing.push(process.close());
        expect(await database.query(TRACES)).toEqual([before]);
        await database.exec('update killing.at set statement = null');
        await applyMigrations(database, migrationsDir, upTo(index + 1));
      }
      expect(closing.length).toBeGreaterThan(files.length / 2);
      await Promise.all(closing);
    } finally {
      await database.close();
      await scratch.drop();
    }
  },
);

class Enough extends Error {}

/** How many statements of a migration the trigger sees; the migration itself is taken back. */
async function statementsOf(database: Database, file: string): Promise<number> {
  let counted = 0;
  const trial = database.transaction(async (transaction) => {
    await transaction.exec('update killing.at set counted = 0');
    await transaction.exec(readFileSync(join(migrationsDir, file), 'utf8'));
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

test('on PGlite a process that is killed within a migration leaves nothing of it, and the next one goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'homie-killed-'));
  const dataDir = join(folder, 'database');
  try {
    /** Before each kill, and when the next process came. */
    const [left, found]: [unknown[], unknown[]] = [[], []];
    // One that rewrites what was there, one that adds to it; then whatever is left.
    for (const name of ['_branches.sql', '_audit_chain.sql', undefined]) {
      const index =
        name === undefined ? files.length : files.findIndex((file) => file.endsWith(name));
      const database = await openDatabase({ dataDir });
      if (left.length > 0) found.push(await database.query(TRACES));
      await applySystemSchema(database);
      await applyMigrations(database, migrationsDir, upTo(index));
      const now = await database.query(TRACES);
      expect(now).toMatchObject([{ applied: index }]);
      await database.close();
      const file = files[index];
      if (file === undefined) break;
      left.push(now);

      const statements = splitStatements(readFileSync(join(migrationsDir, file), 'utf8'));
      expect(statements.length).toBeGreaterThan(10);
      const script = join(import.meta.dirname, 'killed-migration.mjs');
      const child = spawn(process.execPath, [script, dataDir], {
        stdio: ['pipe', 'ignore', 'inherit'],
      });
      child.stdin.end(statements.slice(0, -3).join('\n'));
      await once(child, 'exit');
      expect(child.signalCode).toBe('SIGKILL');
    }
    expect(left).toHaveLength(2);
    expect(found).toEqual(left);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
