import { resolve } from 'node:path';
import { applyMigrations, openDatabase, prepareDatabase, type Database } from '@homie/local';
import { TEST_POSTGRES_URL } from '@homie/local/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  pushWithCli,
  startHostedProject,
  SUPABASE_CLI,
  type HostedProject,
} from './hosted-project.ts';
import { readCatalog } from './read-catalog.ts';
import { statementsWithoutWhere, updatesWithoutWhere } from './updates-without-where.ts';

const migrationsDir = resolve(import.meta.dirname, '../../migrations');

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
  },
);
