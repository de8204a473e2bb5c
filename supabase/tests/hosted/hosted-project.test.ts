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

  test('the sweep is scheduled when the project has the extensions and secrets, once', async () => {
    const schedule = async () => (await own.query('select private.schedule_sweep() as result'))[0];
    await project.addExtensions();
    await own.query("select vault.create_secret('https://homie.supabase.example', 'project_url')");
    expect(await schedule()).toEqual({
      result: 'Not scheduled. Secrets that the vault lacks: sweep_key',
    });
    await own.query("select vault.create_secret('key-of-the-sweep', 'sweep_key')");
    expect(await schedule()).toEqual({ result: 'Scheduled every ten minutes.' });
    expect(await schedule()).toEqual({ result: 'Scheduled every ten minutes.' });

    const jobs = await own.query('select jobname, schedule, command from cron.job');
    expect(jobs).toMatchObject([{ jobname: 'sweep', schedule: '*/10 * * * *' }]);
    const command = String(jobs[0]?.['command']);
    expect(command).not.toContain('key-of-the-sweep');
    await own.exec(command);
    expect(await own.query('select * from net.http_request_queue')).toMatchObject([
      {
        url: 'https://homie.supabase.example/functions/v1/sweep',
        headers: { Authorization: 'Bearer key-of-the-sweep' },
        timeout_milliseconds: 120_000,
      },
    ]);
  });

  test.each(['anon', 'authenticated', 'service_role'])(
    'requests of %s neither schedule the sweep nor read its key',
    async (role) => {
      for (const statement of [
        'select private.schedule_sweep()',
        'select command from cron.job',
        'select decrypted_secret from vault.decrypted_secrets',
      ]) {
        const request = own.transaction(async (transaction) => {
          await transaction.exec(`set local role ${role}`);
          await transaction.query(statement);
        });
        await expect(request).rejects.toThrow('permission denied');
      }
    },
  );

  test('no function updates rows without a where clause, which sessions of the REST interface refuse there', async () => {
    expect(
      statementsWithoutWhere('begin update private.head set a = (select 1 where true); end'),
    ).toEqual(['update private.head set a = (select 1 where true)']);
    expect(statementsWithoutWhere('delete from a where b; update a set b = 1 where c')).toEqual([]);
    expect(await updatesWithoutWhere(own)).toEqual([]);
  });
});
