import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { applyMigrations, openDatabase, prepareDatabase, type Database } from '@homie/local';
import { runAudit, runMove, startTestServer, TEST_POSTGRES_URL } from '@homie/local/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  pushWithCli,
  startHostedProject,
  SUPABASE_CLI,
  type HostedProject,
} from './hosted-project.ts';
import { readCatalog } from './read-catalog.ts';
import { statementsWithoutWhere, updatesWithoutWhere } from './updates-without-where.ts';

const root = resolve(import.meta.dirname, '../../..');
const migrationsDir = join(root, 'supabase/migrations');

// `npm test` brings both; a single test run by hand may go without.
describe.skipIf(TEST_POSTGRES_URL === undefined || SUPABASE_CLI === undefined)(
  'a project like a hosted one',
  () => {
    let project: HostedProject;
    let pushed: Database;
    let first: { code: number; said: string };
    beforeAll(async () => {
      project = await startHostedProject();
      first = await pushWithCli(project.url);
      pushed = await openDatabase({ databaseUrl: project.url });
    });
    afterAll(async () => {
      await pushed.close();
      await project.remove();
    });

    test('the official command line takes settings and migrations, and a second push has nothing to do', async () => {
      expect(first).toMatchObject({ code: 0, said: expect.stringContaining('Finished') });
      expect(first.said).not.toContain('WARN');
      const second = await pushWithCli(project.url);
      expect(second).toMatchObject({ code: 0, said: expect.stringContaining('up to date') });
    });

    test('the result is what our own runner makes, which needs no superuser either', async () => {
      const own = await openDatabase({ databaseUrl: project.emptyUrl });
      try {
        await prepareDatabase(own, { migrationsDir, hostedPrivileges: true });
        const catalog = await readCatalog(pushed);
        expect(catalog.length).toBeGreaterThan(1000);
        expect(catalog).toEqual(await readCatalog(own));
      } finally {
        await own.close();
      }
    });

    test('our own runner takes over what the command line has applied', async () => {
      expect(await applyMigrations(pushed, migrationsDir)).toEqual([]);
    });

    test('a server of ours leaves it alone: it would take the place of its auth and storage', async () => {
      const before = await readCatalog(pushed);
      await expect(prepareDatabase(pushed, { migrationsDir })).rejects.toThrow(
        'This database belongs to a Supabase project',
      );
      expect(await readCatalog(pushed)).toEqual(before);
    });

    test('no function changes rows without naming them: sessions of the REST interface refuse that there', async () => {
      expect(
        statementsWithoutWhere('begin update private.head set a = (select 1 where true); end'),
      ).toEqual(['update private.head set a = (select 1 where true)']);
      expect(statementsWithoutWhere('delete from a where b; update a set b = 1 where c')).toEqual(
        [],
      );
      expect(await updatesWithoutWhere(pushed)).toEqual([]);
    });

    test('an embedded installation moves in, with its accounts, its audit log and its files', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'homie-moving-'));
      const source = { HOMIE_DATA: join(folder, 'source') };
      const storageDir = join(source.HOMIE_DATA, 'storage');
      const embedded = await startTestServer({
        database: { dataDir: source.HOMIE_DATA },
        storageDir,
        seed: true,
      });
      const path = '/storage/v1/object/audit-checkpoints/9999999999999999.json';
      const asServer = {
        as: 'service' as const,
        headers: {
          authorization: `Bearer ${embedded.secretKey}`,
          'content-type': 'application/json',
        },
      };
      await embedded.call(path, { ...asServer, method: 'POST', body: '{"kept":true}' });
      await embedded.stop();
      const archive = join(folder, 'all.homie');
      await runMove(root, source, ['export', archive]);

      // The storage of the project: the same interface over HTTP, another server.
      const storage = await startTestServer();
      try {
        const target = {
          DATABASE_URL: project.url,
          SUPABASE_URL: storage.url,
          SUPABASE_SERVICE_ROLE_KEY: storage.secretKey,
        };
        const moved = await runMove(root, target, ['import', archive]);
        expect(moved).toMatch(
          /^Moved: \d{4,} rows of \d+ tables and [1-9]\d* files are as they were\. /,
        );
        expect(await runMove(root, target, ['import', archive])).toMatch(/^It was there already: /);
        const headers = { ...asServer.headers, authorization: `Bearer ${storage.secretKey}` };
        const kept = await storage.call(path, { as: 'service', headers });
        expect(await kept.text()).toBe('{"kept":true}');
      } finally {
        await storage.stop();
      }
      const accounts = await pushed.query(
        `select
           encrypted_password = extensions.crypt('homie-demo-2026', encrypted_password) as password,
           email_confirmed_at is not null as confirmed,
           instance_id::text as instance, confirmation_token as token,
           (select count(*)::integer from auth.identities where user_id = users.id) as identities
         from auth.users where email = 'worker@secondhomie.example'`,
      );
      // What the service there looks an account up with, and reads without asking whether it is there.
      const instance = '00000000-0000-0000-0000-000000000000';
      expect(accounts).toEqual([
        { password: true, confirmed: true, instance, token: '', identities: 1 },
      ]);
      const check = await runAudit(root, { ...source, DATABASE_URL: project.url }, ['check']);
      expect(check).toMatch(/^All \d+ entries are as they were linked\.$/);
      await rm(folder, { recursive: true });
    });
  },
);
