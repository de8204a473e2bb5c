import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyMigrations, REPLACED_MIGRATIONS, type Database } from '@homie/server';
import { openTestDatabase } from '@homie/server/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readCatalog } from '../hosted/read-catalog.ts';

const migrationsDir = join(import.meta.dirname, '../../migrations');

const DATA = `
  insert into auth.users (id, email, encrypted_password, email_confirmed_at)
  select ('10000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'early' || n || '@homie.example', 'x', now()
  from generate_series(1, 3) as n;
  update public.users set role_id = (select id from public.roles where name = 'admin') where email = 'early1@homie.example';
  insert into public.assistants (id, kind, label, openai_assistant_id) values
    ('30000000-0000-4000-8000-000000000001', 'org', 'Early notes', 'asst_early1');
  insert into public.conversations (id, user_id, assistant_id, title) values
    ('40000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000002',
     '30000000-0000-4000-8000-000000000001', 'Early words');
  insert into public.messages (conversation_id, role, content, created_at)
  select '40000000-0000-4000-8000-000000000001', 'user', 'Early message ' || n, now() + n * interval '1 second'
  from generate_series(1, 5) as n;
  insert into public.audit_logs (action, user_id, meta)
  select 'login', '10000000-0000-4000-8000-000000000002', jsonb_build_object('early', n) from generate_series(1, 20) as n;`;

/**
 * Identifies tables by their oid: later migrations rename some. Reads the first columns of each table, as many as $1 has
 * for it: later migrations add some. Leaves out the buckets, because later migrations add some too, and a table that one
 * of them drops.
 */
const ROWS = `
  select relid::text as id,
    (xpath('/table/row/rows/text()', query_to_xml(format('select md5(string_agg(t::text, '''' order by t::text)) as rows from (select %s from %I.%I) as t', columns, schemaname, relname), false, false, '')))[1]::text as rows
  from pg_stat_user_tables
  join lateral (
    select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
    where attrelid = relid and attnum between 1 and coalesce(($1::jsonb ->> relid::text)::integer, 1600) and not attisdropped
  ) as named on true
  where schemaname in ('public', 'private', 'auth', 'storage')
    and relname not in ('buckets', 'assistant_records') order by 1`;

const COLUMN_COUNTS = `select jsonb_object_agg(oid::text, relnatts) as counts from pg_class where relkind = 'r'`;

/** Changes comments, as the replaced migrations have different ones. */
const OLD_COMMENTS = `
  do $do$
  declare
    definition text;
  begin
    for definition in
      select pg_get_functiondef(pg_proc.oid) from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    loop
      execute regexp_replace(definition, '(AS \\$\\w*\\$)', '\\1\n-- Old words.');
    end loop;
    comment on column public.turns.folded is 'Old words.';
  end;
  $do$`;

const HISTORY = `select version, name from supabase_migrations.schema_migrations order by version`;

/** Writes the migration history from before the baseline: the same catalog, other rows. */
function writeOldHistory(database: Database, versions: readonly string[]): Promise<unknown> {
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
/** A database with all current migrations, without data. */
let current: Database;
let history: { version: string; name: string }[];
beforeAll(async () => {
  onlyBaseline = await mkdtemp(join(tmpdir(), 'homie-baseline-'));
  const [baseline = ''] = (await readdir(migrationsDir)).sort();
  await cp(join(migrationsDir, baseline), join(onlyBaseline, baseline));
  current = await openTestDatabase({ migrationsDir });
  history = await current.query(HISTORY);
});
afterAll(async () => {
  await current.close();
  await rm(onlyBaseline, { recursive: true });
});

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase({ migrationsDir: onlyBaseline });
  await database.exec(DATA);
  await writeOldHistory(database, REPLACED_MIGRATIONS);
});
afterEach(() => database.close());

const readRows = (columnCounts: unknown) =>
  database.query<{ id: string; rows: string | null }>(ROWS, [columnCounts]);

/** Lists the migrations after the baseline. */
const laterFiles = async () => (await readdir(migrationsDir)).sort().slice(1);

test('a database with all replaced migrations gets the history of the baseline and loses nothing', async () => {
  const [{ counts } = { counts: {} }] = await database.query(COLUMN_COUNTS);
  const before = await readRows(counts);
  await database.exec(OLD_COMMENTS);
  expect(before.filter(({ rows }) => rows !== null).length).toBeGreaterThan(10);
  expect(await applyMigrations(database, migrationsDir)).toEqual(await laterFiles());
  expect(await readRows(counts)).toEqual(expect.arrayContaining(before));
  expect(await readCatalog(database)).toEqual(await readCatalog(current));
  expect(await database.query(HISTORY)).toEqual(history);
  const [chain] = await database.query('select private.check_audit_chain(0, 20000) as result');
  expect(chain).toMatchObject({ result: { done: true, problem: null } });
});

test('two processes can adopt the baseline at the same time', async () => {
  await Promise.all([
    applyMigrations(database, migrationsDir),
    applyMigrations(database, migrationsDir),
  ]);
  expect(await database.query(HISTORY)).toEqual(history);
});

test('later migrations are applied to it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'homie-later-'));
  try {
    await cp(migrationsDir, folder, { recursive: true });
    await writeFile(join(folder, '20990101000000_later.sql'), 'select 1;');
    expect(await applyMigrations(database, folder)).toEqual([
      ...(await laterFiles()),
      '20990101000000_later.sql',
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a database with only some of them is refused and left unchanged', async () => {
  const some = REPLACED_MIGRATIONS.slice(0, 40);
  await writeOldHistory(database, some);
  const before = await database.query(HISTORY);
  await expect(applyMigrations(database, migrationsDir)).rejects.toThrow(
    'The database has 40 of the 47 migrations that one baseline migration replaced. Upgrade it with the release at the git tag pre-baseline first: see docs/guides/upgrading.md',
  );
  expect(await database.query(HISTORY)).toEqual(before);
});

test('an archive with all of them is accepted, one with some of them is refused', async () => {
  await applyMigrations(database, migrationsDir, { only: REPLACED_MIGRATIONS });
  expect(await database.query(HISTORY)).toEqual(history.slice(0, 1));
  await expect(
    applyMigrations(database, migrationsDir, { only: REPLACED_MIGRATIONS.slice(0, 3) }),
  ).rejects.toThrow('The archive has 3 of the 47 migrations');
});

test('every migration is later than those that the baseline replaced', async () => {
  const [first = ''] = (await readdir(migrationsDir)).sort();
  expect(first > (REPLACED_MIGRATIONS.at(-1) ?? '')).toBe(true);
});
