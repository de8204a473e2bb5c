import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  applyMigrations,
  openDatabase,
  prepareDatabase,
  findBaseline,
  readMigrations,
  type Database,
} from '@homie/server';
import { copyDataFolder, runHomie, startTestServer } from '@homie/server/testing';
import { format, resolveConfig } from 'prettier';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  HAS_TAP_READER,
  runCli,
  runLocalCli,
  runProve,
  startHostedProject,
  SUPABASE_CLI,
  type HostedProject,
} from './hosted-project.ts';
import { toTap, writeTap } from '../../../tools/stories.mjs';
import { readCatalog } from './read-catalog.ts';

const root = resolve(import.meta.dirname, '../../..');
const migrationsDir = join(root, 'supabase/migrations');

// `npm test` installs the CLI; a single test run may lack it.
describe.skipIf(SUPABASE_CLI === undefined)('a project like a hosted one', () => {
  let project: HostedProject;
  let pushed: Database;
  let first: { code: number; output: string };
  let stories: string;
  beforeAll(async () => {
    stories = await mkdtemp(join(tmpdir(), 'homie-stories-'));
    await writeTap(stories);
    project = await startHostedProject();
    first = await runCli(project.url, ['db', 'push']);
    pushed = await openDatabase({ databaseUrl: project.url });
  });
  afterAll(async () => {
    await pushed.close();
    await project.remove();
    await rm(stories, { recursive: true });
  });

  test('the official CLI applies settings and migrations, and a second push has nothing to do', async () => {
    expect(first).toMatchObject({ code: 0, output: expect.stringContaining('Finished') });
    expect(first.output).not.toContain('WARN');
    expect(await pushed.query('select email from auth.users')).toEqual([]);
    const second = await runCli(project.url, ['db', 'push']);
    expect(second).toMatchObject({ code: 0, output: expect.stringContaining('up to date') });
  });

  test('its types are those of the clients', async () => {
    const { stdout } = await runCli(project.url, ['gen', 'types', '--lang', 'typescript']);
    const file = join(root, 'supabase/functions/_shared/contracts/database.types.ts');
    const options = { ...(await resolveConfig(file)), filepath: file };
    await expect(await format(stdout, options)).toMatchFileSnapshot(file);
  });

  test('its advisors find nothing to warn of', async () => {
    const advise = ['db', 'advisors', '--level', 'warn', '--fail-on', 'warn'];
    const advice = await runCli(project.url, advise);
    expect(advice).toMatchObject({
      code: 0,
      output: expect.stringContaining('No issues found'),
    });
  });

  test.skipIf(!HAS_TAP_READER)('the stories print TAP', async () => {
    const { code, output } = await runProve(project.url, join(stories, 'stories'));
    expect(output).toMatch(/Files=\d{2}, Tests=4\d{2}.*\nResult: PASS/);
    expect(code).toBe(0);
    const notices = await readFile(join(stories, 'stories/account-notices.test.sql'), 'utf8');
    expect(notices).toMatch(
      /^begin;\n(select '(1\.\.3|ok \d.* # SKIP needs our own server)';\n)+$/,
    );
    const failing = { title: 'one is two', sql: "select tests.equal(1, 2, 'one');" };
    const file = join(stories, 'failing.sql');
    await writeFile(file, toTap({ setup: '', tests: [failing] }));
    expect((await runProve(project.url, file)).output).toMatch(
      /one: expected 2, found 1[^]*Result: FAIL/,
    );
    await pushed.query('drop schema tests cascade');
  });

  test('a project with the migrations that the baseline replaced is repaired as the upgrading guide describes', async () => {
    const { replaced = [] } = findBaseline(await readMigrations(migrationsDir)) ?? {};
    const catalog = await readCatalog(pushed);
    const history = 'select version from supabase_migrations.schema_migrations order by version';
    const baseline = await pushed.query(history);
    await pushed.query(
      `with removed as (delete from supabase_migrations.schema_migrations)
         insert into supabase_migrations.schema_migrations (version, name)
         select version, 'replaced' from unnest($1::text[]) as version`,
      [replaced],
    );
    const push = await runCli(project.url, ['db', 'push']);
    expect(push).toMatchObject({
      code: 1,
      output: expect.stringContaining(`migration repair --status reverted ${replaced.join(' ')}`),
    });

    const repair = ['migration', 'repair', '--status'];
    const versions = baseline.map((row) => String(row['version']));
    await runCli(project.url, [...repair, 'applied', ...versions]);
    await runCli(project.url, [...repair, 'reverted', ...replaced]);
    expect(await pushed.query(history)).toEqual(baseline);
    const again = await runCli(project.url, ['db', 'push']);
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining('up to date') });
    expect(await readCatalog(pushed)).toEqual(catalog);
  });

  test('the result equals that of our own runner, which needs no superuser either', async () => {
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

  test('our own runner accepts the migrations that the CLI applied', async () => {
    expect(await applyMigrations(pushed, migrationsDir)).toEqual([]);
  });

  test('an embedded installation is moved to it, with its accounts, audit log and files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'homie-moving-'));
    const source = { HOMIE_DATA: join(folder, 'source') };
    await copyDataFolder(source.HOMIE_DATA);
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
    await runHomie(root, source, ['move', 'export', archive]);

    // Stands in for the storage of the project: the same HTTP interface on another server.
    const storage = await startTestServer();
    try {
      const target = {
        DATABASE_URL: project.url,
        SUPABASE_URL: storage.url,
        SUPABASE_SERVICE_ROLE_KEY: storage.secretKey,
      };
      const moved = await runHomie(root, target, ['move', 'import', archive]);
      expect(moved).toMatch(
        /^Moved: \d{4,} rows of \d+ tables and [1-9]\d* files are as they were\. /,
      );
      expect(await runHomie(root, target, ['move', 'import', archive])).toMatch(
        /^It was there already: /,
      );
      const headers = { ...asServer.headers, authorization: `Bearer ${storage.secretKey}` };
      const stored = await storage.call(path, { as: 'service', headers });
      expect(await stored.text()).toBe('{"kept":true}');
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
    // Columns that the hosted auth service queries accounts by, and reads without a null check.
    const instance = '00000000-0000-0000-0000-000000000000';
    expect(accounts).toEqual([
      { password: true, confirmed: true, instance, token: '', identities: 1 },
    ]);
    const check = await runHomie(root, { ...source, DATABASE_URL: project.url }, [
      'audit',
      'check',
    ]);
    expect(check).toMatch(/^All \d+ entries are as they were linked\.$/);
    await rm(folder, { recursive: true });
  });

  test('a migration that the CLI creates is applied after the others', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'homie-workdir-'));
    for (const name of ['config.toml', 'migrations', 'seed', 'templates'])
      await cp(join(root, 'supabase', name), join(folder, 'supabase', name), { recursive: true });
    await runLocalCli(['migration', 'new', 'add_notes'], folder);
    const migrations = join(folder, 'supabase/migrations');
    const file = (await readdir(migrations)).sort().at(-1) ?? '';
    expect(file).toMatch(/^\d{14}_add_notes\.sql$/);
    await writeFile(join(migrations, file), 'create table private.notes (id integer);\n');
    const push = await runCli(project.url, ['db', 'push'], folder);
    expect(push).toMatchObject({ code: 0, output: expect.stringContaining(file) });
    expect(await pushed.query('select * from private.notes')).toEqual([]);
    expect(await applyMigrations(pushed, migrations)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  test('a reset applies the migrations again and adds the demo data', async () => {
    const reset = await runCli(project.url, ['db', 'reset']);
    expect(reset).toMatchObject({ code: 0, output: expect.stringContaining('06_documents.sql') });
    const [counts] = await pushed.query(
      `select to_regclass('private.notes') as notes,
         (select count(*)::integer from public.users) as users,
         (select count(*) > 100 from public.messages) as messages`,
    );
    expect(counts).toEqual({ notes: null, users: 18, messages: true });
  });

  test.skipIf(!HAS_TAP_READER)('the stories about the demo data print TAP', async () => {
    const { output } = await runProve(project.url, join(stories, 'seeded'));
    expect(output).toContain('Result: PASS');
  });
});
