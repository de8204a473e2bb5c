import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openDatabase, prepareDatabase, type Database } from '@homie/server';
import { runHomie } from '@homie/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHostedProject, type HostedProject } from './hosted-project.ts';
import { readCatalog } from './read-catalog.ts';
import { statementsWithoutWhere, updatesWithoutWhere } from './updates-without-where.ts';

const root = resolve(import.meta.dirname, '../../..');
const migrationsDir = join(root, 'supabase/migrations');

const OBJECTS = `select
  (select count(*) from pg_class) as relations, (select count(*) from pg_proc) as functions,
  (select count(*) from pg_namespace) as schemas, (select count(*) from pg_roles) as roles`;

// The wide proof also applies the migrations with the official command line.
describe('a project like a hosted one', () => {
  let project: HostedProject;
  let own: Database;
  beforeAll(async () => {
    project = await startHostedProject();
    own = await openDatabase({ databaseUrl: project.emptyUrl });
    await prepareDatabase(own, { migrationsDir, hostedPrivileges: true });
  });
  afterAll(async () => {
    await own.close();
    await project.remove();
  });

  test('our own runner applies the migrations without a superuser', async () => {
    const [account] = await own.query('select rolsuper from pg_roles where rolname = current_user');
    expect(account).toEqual({ rolsuper: false });
    expect((await readCatalog(own)).length).toBeGreaterThan(1000);
  });

  test('our server refuses it, because it would replace its auth and storage', async () => {
    const hosted = await openDatabase({ databaseUrl: project.url });
    try {
      const before = await hosted.query(OBJECTS);
      await expect(prepareDatabase(hosted, { migrationsDir })).rejects.toThrow(
        'This database belongs to a Supabase project',
      );
      expect(await hosted.query(OBJECTS)).toEqual(before);
    } finally {
      await hosted.close();
    }
  });

  test('HOSTED-04 its database is not backed up alone, without its files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'homie-project-'));
    try {
      const environment = { HOMIE_DATA: folder, DATABASE_URL: project.url };
      await expect(
        runHomie(root, environment, ['backup', join(folder, 'archive')]),
      ).rejects.toThrow('This database belongs to a Supabase project');
      expect(await readdir(folder)).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('no function updates rows without a where clause, which sessions of the REST interface refuse there', async () => {
    expect(
      statementsWithoutWhere('begin update private.head set a = (select 1 where true); end'),
    ).toEqual(['update private.head set a = (select 1 where true)']);
    expect(statementsWithoutWhere('delete from a where b; update a set b = 1 where c')).toEqual([]);
    expect(await updatesWithoutWhere(own)).toEqual([]);
  });
});
