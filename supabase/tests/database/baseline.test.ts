import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyMigrations, findBaseline, readMigrations, type Database } from '@homie/server';
import { openTestDatabase } from '@homie/server/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readCatalog } from '../hosted/read-catalog.ts';

const migrationsDir = join(import.meta.dirname, '../../migrations');
const migrations = await readMigrations(migrationsDir);
const baseline = findBaseline(migrations);
if (!baseline) throw new Error('The first migration is no baseline');
const { replaced, commit } = baseline;

const DATA = `
  insert into auth.users (id, email, encrypted_password, email_confirmed_at)
  select ('10000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'early' || n || '@homie.example', 'x', now()
  from generate_series(1, 3) as n;
  update public.users set role_id = (select id from public.roles where name = 'admin') where email = 'early1@homie.example';
  insert into public.audit_logs (action, user_id, meta)
  select 'login', '10000000-0000-4000-8000-000000000002', jsonb_build_object('early', n) from generate_series(1, 20) as n;`;

const ROWS = `
  select relid::regclass::text as name,
    (xpath('/table/row/rows/text()', query_to_xml(format('select md5(string_agg(t::text, '''' order by t::text)) as rows from %I.%I as t', schemaname, relname), false, false, '')))[1]::text as rows
  from pg_stat_user_tables where schemaname in ('public', 'private', 'auth', 'storage') order by 1`;

const HISTORY = `select version, name from supabase_migrations.schema_migrations order by version`;

/** Writes the migration history from before the baseline: the same catalog, other rows. */
function writeOldHistory(versions: readonly string[]): Promise<unknown> {
  return database.transaction(async (transaction) => {
    await transaction.exec('delete from supabase_migrations.schema_migrations');
    await transaction.query(
      `insert into supabase_migrations.schema_migrations (version, name)
       select version, 'replaced' from unnest($1::text[]) as version`,
      [versions],
    );
  });
}

/** A folder with only the baseline. */
let onlyBaseline: string;
let database: Database;
beforeEach(async () => {
  onlyBaseline = await mkdtemp(join(tmpdir(), 'homie-baseline-'));
  await cp(join(migrationsDir, baseline.file), join(onlyBaseline, baseline.file));
  database = await openTestDatabase({ migrationsDir: onlyBaseline });
  await database.exec(DATA);
});
afterEach(async () => {
  await database.close();
  await rm(onlyBaseline, { recursive: true });
});

test('MIGRATE-01 a database with all replaced migrations gets the history of the baseline, and nothing else changes', async () => {
  const history = await database.query(HISTORY);
  const catalog = await readCatalog(database);
  const rows = await database.query(ROWS);
  await writeOldHistory(replaced);
  expect(await applyMigrations(database, onlyBaseline)).toEqual([]);
  expect(await database.query(HISTORY)).toEqual(history);
  expect(await readCatalog(database)).toEqual(catalog);
  expect(await database.query(ROWS)).toEqual(rows);
  const [chain] = await database.query('select private.check_audit_chain(0, 20000) as result');
  expect(chain).toMatchObject({ result: { done: true, problem: null } });
});

test('MIGRATE-01 two processes can adopt the baseline at the same time, and later migrations are applied', async () => {
  await writeOldHistory(replaced);
  const later = `${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}_later.sql`;
  await writeFile(join(onlyBaseline, later), 'create table public.later (id integer);');
  const applied = await Promise.all([
    applyMigrations(database, onlyBaseline),
    applyMigrations(database, onlyBaseline),
  ]);
  expect(applied.flat()).toEqual([later]);
  expect(await database.query(HISTORY)).toEqual([
    { version: baseline.version, name: 'baseline' },
    { version: later.slice(0, 14), name: 'later' },
  ]);
});

test.each([
  ['some of them', replaced.slice(0, -1), 1],
  ['all but the first', replaced.slice(1), 1],
  ['older ones', ['20261121000100', '20261121000200'], replaced.length],
])(
  'MIGRATE-01 a database and an archive with %s are refused and left unchanged',
  async (_, versions, lacking) => {
    await writeOldHistory(versions);
    const before = await database.query(HISTORY);
    const message = `lacks ${lacking} of the ${replaced.length} migrations that one baseline migration replaced. Upgrade it with the release at commit ${commit} first: see docs/guides/upgrading.md`;
    await expect(applyMigrations(database, migrationsDir)).rejects.toThrow(
      `The database ${message}`,
    );
    await expect(applyMigrations(database, migrationsDir, { only: versions })).rejects.toThrow(
      `The archive ${message}`,
    );
    expect(await database.query(HISTORY)).toEqual(before);
  },
);

test('MIGRATE-01 an archive with all of them is accepted', async () => {
  await writeOldHistory(replaced);
  await applyMigrations(database, migrationsDir, { only: replaced });
  expect(await database.query(HISTORY)).toEqual([{ version: baseline.version, name: 'baseline' }]);
});
