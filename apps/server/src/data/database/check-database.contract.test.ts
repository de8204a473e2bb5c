import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScratchDatabase } from '../../testing/index.ts';
import { createPostgresCluster, type PostgresCluster } from '../../testing/postgres-cluster.ts';
import { readReadiness } from '../../operations/monitoring/readiness.ts';
import { checkDatabase, requireSuitableDatabase } from './check-database.ts';
import { classifyTrouble, openDatabase, prepareDatabase } from './index.ts';

const root = resolve(import.meta.dirname, '../../../../..');

/** Returns the statements that the guide gives to the administrator of a PostgreSQL. */
function readGuide(): string[] {
  const guide = readFileSync(join(root, 'docs/guides/server.md'), 'utf8');
  const block = /```sql\n(create role homie [\s\S]*?)```/.exec(guide)?.[1] ?? '';
  return block
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

const withSuperuser = async <T>(url: string, work: (sql: postgres.Sql) => Promise<T>) => {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  return work(sql).finally(() => sql.end());
};

describe('OPS-01 a PostgreSQL of the organisation, with a role that is no superuser', () => {
  let cluster: PostgresCluster;
  let asOwner: string;
  beforeAll(async () => {
    cluster = await createPostgresCluster({ settings: { max_connections: '20' } });
    const url = new URL(cluster.url);
    url.username = 'homie';
    url.pathname = '/homie';
    asOwner = url.href;
  });
  afterAll(() => cluster.remove());

  test('the check names each missing role with its statement, and the statements of the guide are enough', async () => {
    const [createOwner = '', createDatabase = '', ...others] = readGuide();
    const run = (...statements: string[]) =>
      withSuperuser(cluster.url, async (sql) => {
        for (const statement of statements) await sql.unsafe(statement);
      });
    await run(createOwner, createDatabase);
    const database = await openDatabase({ databaseUrl: asOwner });
    const found = await checkDatabase(database);
    expect(found.errors).toEqual([
      'The role anon is missing. As an administrator of PostgreSQL: create role anon nologin noinherit; grant anon to "homie";',
      'The role authenticated is missing. As an administrator of PostgreSQL: create role authenticated nologin noinherit; grant authenticated to "homie";',
      'The role service_role is missing. As an administrator of PostgreSQL: create role service_role nologin noinherit bypassrls; grant service_role to "homie";',
    ]);
    await expect(requireSuitableDatabase(database, () => {})).rejects.toThrow(
      'The server cannot use the database of DATABASE_URL:\n- The role anon is missing.',
    );

    await run(
      'create role service_role nologin noinherit',
      'create role anon',
      'grant anon to homie',
    );
    expect((await checkDatabase(database)).errors).toEqual([
      expect.stringMatching(/^The role authenticated is missing/),
      expect.stringMatching(
        /^The role homie is no member of service_role.*grant service_role to "homie";$/,
      ),
      expect.stringMatching(/does not bypass row security.*alter role service_role bypassrls;$/),
    ]);
    await run('drop role service_role', 'drop role anon');

    await run(...others);
    expect(await checkDatabase(database)).toEqual({ errors: [], warnings: [], notes: [] });
    await prepareDatabase(database, { migrationsDir: join(root, 'supabase/migrations') });
    await database.close();
  });

  test('the check says how many connections are left', async () => {
    const database = await openDatabase({ databaseUrl: asOwner });
    const others = Array.from({ length: 8 }, () => postgres(cluster.url, { max: 1 }));
    await Promise.all(others.map((sql) => sql`select 1`));
    const { errors, warnings } = await checkDatabase(database);
    expect(errors).toEqual([]);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^PostgreSQL has \d of 20 connections left; each process uses up to 11\. Raise max_connections/,
      ),
    ]);
    await Promise.all(others.map((sql) => sql.end()));
    await database.close();
  });
});

test('OPS-07 the check names an extension that is older than its package', async () => {
  const scratch = await createScratchDatabase();
  const database = await openDatabase({ databaseUrl: scratch.databaseUrl });
  await database.exec(
    "create extension if not exists btree_gin; update pg_extension set extversion = '1.0' where extname = 'btree_gin'",
  );
  expect((await checkDatabase(database)).warnings).toEqual([
    'The extension btree_gin is older than PostgreSQL. As an administrator of PostgreSQL: alter extension btree_gin update;',
  ]);
  await database.close();
  await scratch.drop();
});

test('OPS-02 a standby is not ready, refuses a start with a reason, and a request can be repeated', async () => {
  const scratch = await createScratchDatabase();
  const databaseUrl = `${scratch.databaseUrl}?default_transaction_read_only=on`;
  const database = await openDatabase({ databaseUrl });
  await expect(requireSuitableDatabase(database, () => {})).rejects.toThrow(
    'The database accepts no changes: it is a standby, or read-only. Set DATABASE_URL to the primary.',
  );
  const readiness = await readReadiness(
    { database, migrations: [], isStorageThere: async () => true },
    false,
  );
  expect(readiness).toMatchObject({ status: 'not ready', checks: { database: 'read-only' } });
  const refused: unknown = await database
    .exec('create table t ()')
    .catch((error: unknown) => error);
  expect(classifyTrouble(refused)).toBe('unavailable');
  await database.close();
  await scratch.drop();
});

test('OPS-04 an IPv6 address is connected to, and not looked up as a name', async () => {
  const opening = openDatabase({ databaseUrl: 'postgres://homie@[::1]:1/homie' });
  // Nothing listens there; some computers have no IPv6.
  await expect(opening).rejects.toThrow(/ECONNREFUSED|EADDRNOTAVAIL|ENETUNREACH/);
});
