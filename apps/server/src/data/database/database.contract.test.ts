import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/index.ts';
import { applyMigrations, applySeed, applySystemSchema, type Database } from './index.ts';

describe('database', () => {
  let database: Database;

  beforeAll(async () => {
    database = await openTestDatabase();
    await applySystemSchema(database);
  });
  afterAll(() => database.close());

  test('a new cluster checks its pages and maps case by Unicode, independent of the operating system', async () => {
    const [row] = await database.query(`
      select datlocprovider::text as provider, lower('ÉCOLE Ω') as lower, current_setting('data_checksums') as checksums,
        to_tsvector('simple', 'ÉCOLE')::text as words
      from pg_database where datname = current_database()`);
    expect(row).toEqual({ provider: 'b', lower: 'école ω', checksums: 'on', words: "'école':1" });
  });

  test('a transaction does not leak its identity to concurrent ones', async () => {
    const mistaken: unknown[] = [];
    const query = (uid: string) =>
      database.connection.withContext({ auth: { role: 'authenticated', uid } }, async (inside) => {
        for (let round = 0; round < 5; round++) {
          const { rows } = await sql<{ uid: string; role: string }>`
            select current_setting('request.jwt.claim.sub', true) as uid, current_user as role
          `.execute(inside);
          if (rows[0]?.uid !== uid || rows[0].role !== 'authenticated') mistaken.push(rows[0]);
        }
      });
    const owner = async () => {
      const [row] = await database.query('select current_user as role');
      if (row?.['role'] !== 'postgres') mistaken.push(row);
    };
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 4 === 0 ? owner() : query(`person ${index}`),
      ),
    );
    expect(mistaken).toEqual([]);
  });

  test('a query outside a transaction does not wait for it', async () => {
    const { connection } = database;
    const answer = await connection.runInTransaction(async (transaction) => {
      await sql`create temporary table beside (id int) on commit drop`.execute(transaction);
      return sql<{ one: number }>`select 1 as one`.execute(connection.kysely);
    });
    expect(answer.rows).toEqual([{ one: 1 }]);
  });

  test('a transaction that throws is rolled back', async () => {
    const work = database.transaction(async (transaction) => {
      await transaction.exec('create table public.abandoned (id int)');
      throw new Error('given up');
    });
    await expect(work).rejects.toThrow('given up');
    expect(await database.query(`select to_regclass('public.abandoned') as name`)).toEqual([
      { name: null },
    ]);
  });

  test('timestamps are read as ISO 8601 with an offset', async () => {
    const [row] = await database.query(
      `select '2026-11-20 22:35:42.28+00'::timestamptz as at, $1::jsonb as meta`,
      [{ a: ['ü', 1] }],
    );
    expect(row).toEqual({ at: '2026-11-20T22:35:42.28+00:00', meta: { a: ['ü', 1] } });
  });

  test('days are read without a time, also in lists', async () => {
    const [row] = await database.query(
      "select '2026-11-20'::date as day, array['2026-11-20'::date] as days, null::date as none",
    );
    expect(row).toEqual({ day: '2026-11-20', days: ['2026-11-20'], none: null });
  });

  test('arrays are read as arrays', async () => {
    const [row] = await database.query(
      `select array['a,b', 'c'] as texts, array[1, 2] as numbers, array[true] as truths, array['{"a":1}'::jsonb] as objects,
         array['10000000-0000-4000-8000-000000000001'::uuid] as ids`,
    );
    expect(row).toEqual({
      texts: ['a,b', 'c'],
      numbers: [1, 2],
      truths: [true],
      objects: [{ a: 1 }],
      ids: ['10000000-0000-4000-8000-000000000001'],
    });
  });

  test('arrays are read as arrays on every connection', async () => {
    const list = () =>
      database.query("select array['a', 'b'] as texts, pg_sleep(0.01) is null as slept");
    const rows = await Promise.all(Array.from({ length: 4 }, list));
    expect(rows.map(([row]) => row?.['texts'])).toEqual(Array(4).fill(['a', 'b']));
  });

  test('the system schema can be applied again', async () => {
    await applySystemSchema(database);
    expect(await database.query('select checksum from embedded.system_schema')).toHaveLength(1);
  });

  test('by default, anon and authenticated have no privileges on new tables, and service_role has all', async () => {
    await database.exec('create table public.plain (id int)');
    const rows = await database.query<{ grantee: string }>(
      `select distinct grantee from information_schema.role_table_grants
       where table_schema = 'public' and table_name = 'plain' and grantee <> current_user`,
    );
    expect(rows).toEqual([{ grantee: 'service_role' }]);
    await database.exec('drop table public.plain');
  });

  describe('migrations and seed', () => {
    let folder: string;
    const write = (name: string, text: string) => writeFile(join(folder, name), text);

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'homie-migrations-'));
      await database.exec(
        'delete from supabase_migrations.schema_migrations; drop table if exists public.fruit',
      );
      return () => rm(folder, { recursive: true, force: true });
    });

    test('are applied once, in order, and recorded in the history', async () => {
      await write('20260102000000_more.sql', `insert into public.fruit values ('pear');`);
      await write('20260101000000_fruit.sql', 'create table public.fruit (name text);');
      expect(await applyMigrations(database, folder)).toEqual([
        '20260101000000_fruit.sql',
        '20260102000000_more.sql',
      ]);
      expect(await applyMigrations(database, folder)).toEqual([]);
      expect(await database.query('select name from public.fruit')).toEqual([{ name: 'pear' }]);
      expect(
        await database.query(
          'select version, name from supabase_migrations.schema_migrations order by version',
        ),
      ).toEqual([
        { version: '20260101000000', name: 'fruit' },
        { version: '20260102000000', name: 'more' },
      ]);
    });

    test('a failed migration is rolled back with its history', async () => {
      await write('20260101000000_fruit.sql', 'create table public.fruit (name text); select 1/0;');
      await expect(applyMigrations(database, folder)).rejects.toThrow(
        /20260101000000_fruit\.sql failed: division by zero/,
      );
      expect(await database.query(`select to_regclass('public.fruit') as name`)).toEqual([
        { name: null },
      ]);
      expect(await database.query('select 1 from supabase_migrations.schema_migrations')).toEqual(
        [],
      );
    });

    test('two concurrent processes apply each migration once', async () => {
      await write('20260101000000_fruit.sql', 'create table public.fruit (name text);');
      const both = await Promise.all([
        applyMigrations(database, folder),
        applyMigrations(database, folder),
      ]);
      expect(both.flat()).toEqual(['20260101000000_fruit.sql']);
    });

    test('a migration that changed after it ran is refused', async () => {
      await write('20260101000000_fruit.sql', 'create table public.fruit (name text);');
      await applyMigrations(database, folder);
      await write('20260101000000_fruit.sql', 'create table public.fruit (name varchar);');
      await expect(applyMigrations(database, folder)).rejects.toThrow(/was changed after/);
    });

    test('a database from a newer release is refused', async () => {
      await write('20260101000000_fruit.sql', 'create table public.fruit (name text);');
      await applyMigrations(database, folder);
      await rm(join(folder, '20260101000000_fruit.sql'));
      await expect(applyMigrations(database, folder)).rejects.toThrow(/does not know/);
    });

    test('MIGRATE-02 a migration that is older than the last applied one is refused', async () => {
      await write('20260102000000_fruit.sql', 'create table public.fruit (name text);');
      await applyMigrations(database, folder);
      await write('20260101000000_more.sql', 'select 1;');
      await expect(applyMigrations(database, folder)).rejects.toThrow(
        'Migration 20260101000000_more.sql is older than 20260102000000, which the database already has. Rename it to a current date',
      );
    });

    test('MIGRATE-02 a migration that is dated later than now is refused, with five minutes of tolerance', async () => {
      const later = (minutes: number) =>
        new Date(Date.now() + minutes * 60_000).toISOString().replace(/\D/g, '').slice(0, 14);
      await write(`${later(4)}_soon.sql`, 'create table public.fruit (name text);');
      expect(await applyMigrations(database, folder)).toHaveLength(1);
      await write(`${later(7)}_later.sql`, 'drop table public.fruit;');
      await expect(applyMigrations(database, folder)).rejects.toThrow(/_later\.sql is dated later/);
    });

    test.each([
      ['fruit.sql', 'select 1;', /is not named/],
      ['20260101000000_fruit.sql', 'select 1;\ncommit;\nselect 2;', /controls its own transaction/],
    ])('%s is refused if it is misnamed or contains a commit', async (name, text, message) => {
      await write(name, text);
      await expect(applyMigrations(database, folder)).rejects.toThrow(message);
    });

    test('the seed is applied completely, once', async () => {
      await database.exec('create table public.fruit (name text); delete from embedded.seed');
      await write('1.sql', `insert into public.fruit values ('fig');`);
      await write('2.sql', 'select 1/0;');
      await expect(applySeed(database, folder)).rejects.toThrow(/2\.sql failed/);
      expect(await database.query('select * from public.fruit')).toEqual([]);
      await write('2.sql', `insert into public.fruit values ('kiwi');`);
      expect(await applySeed(database, folder)).toBe(true);
      expect(await applySeed(database, folder)).toBe(false);
      expect(await database.query('select name from public.fruit')).toEqual([
        { name: 'fig' },
        { name: 'kiwi' },
      ]);
    });
  });
});
