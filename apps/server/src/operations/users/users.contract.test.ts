import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../data/database/index.ts';
import { getExitCode } from '../../cli/command-context.ts';
import type { BackendOptions } from '../../server-options.ts';
import { startBackend } from '../../start-backend.ts';
import {
  copyDataFolder,
  createScratchDatabase,
  runHomie,
  startTestServer,
  type ScratchDatabase,
} from '../../testing/index.ts';

const root = resolve(import.meta.dirname, '../../../../..');
const ADMIN = 'first.admin@homie.example';
const PASSWORD = 'Passw0rd!';

describe.each([
  { name: 'the embedded database', isEmbedded: true },
  { name: 'another database', isEmbedded: false },
])('accounts in $name', ({ isEmbedded }) => {
  let dataDir: string;
  let scratch: ScratchDatabase | undefined;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'homie-users-'));
    scratch = isEmbedded ? undefined : await createScratchDatabase();
  });
  afterAll(async () => {
    await scratch?.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const users = (...commandLine: string[]) =>
    runHomie(
      root,
      {
        HOMIE_DATA: dataDir,
        HOMIE_SITE_URL: 'https://homie.example',
        ...(scratch && { DATABASE_URL: scratch.databaseUrl }),
      },
      ['users', ...commandLine],
    );
  const options = (): Partial<BackendOptions> => ({
    dataDir,
    storageDir: join(dataDir, 'storage'),
    ...(scratch && { databaseUrl: scratch.databaseUrl }),
  });
  /**
   * Runs `work` with a server and stops it, because some checks of the embedded database require that no server uses
   * it.
   */
  async function serving<T>(
    work: (server: Awaited<ReturnType<typeof startTestServer>>) => Promise<T>,
  ) {
    const place = scratch ? { databaseUrl: scratch.databaseUrl } : { dataDir };
    const server = await startTestServer({ ...options(), database: place, production: true });
    try {
      return await work(server);
    } finally {
      await server.stop();
    }
  }
  const tokenIn = (output: string) => {
    const address = new URL(/https:\S+/.exec(output)?.[0] ?? '');
    expect(address.origin + address.pathname).toBe('https://homie.example/auth/reset-password');
    expect(address.searchParams.get('type')).toBe('recovery');
    expect(new URLSearchParams(address.hash.slice(1)).get('email')).toBe(ADMIN);
    return address.searchParams.get('token_hash');
  };

  test('ACCT-77 the first administrator is created before the first start, in a database without demo accounts', async () => {
    const output = await users('add', '--admin', ADMIN);
    expect(output).toContain(`${ADMIN} is an administrator`);
    await serving(async (server) => {
      const verified = await server.call('/auth/v1/verify', {
        method: 'POST',
        body: JSON.stringify({ type: 'recovery', token_hash: tokenIn(output) }),
      });
      const { access_token: token } = (await verified.json()) as { access_token: string };
      const set = await server.call('/auth/v1/user', {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ password: PASSWORD }),
      });
      expect(set.status).toBe(200);
      const session = await server.signIn(ADMIN, PASSWORD);
      const isAdmin = await server.call('/rest/v1/rpc/is_admin', { as: session, method: 'POST' });
      expect(await isAdmin.json()).toBe(true);
      const everybody = await server.call('/rest/v1/users?select=email', { as: session });
      expect(await everybody.json()).toEqual([{ email: ADMIN }]);
    });
    expect(await users('list')).toMatch(
      new RegExp(`^${ADMIN}  admin  last signed in \\d{4}-\\d{2}-\\d{2}$`),
    );
  });

  test('a later start with a seed adds no demo accounts', async () => {
    const server = await startTestServer({
      ...options(),
      database: scratch ? { databaseUrl: scratch.databaseUrl } : { dataDir },
      seed: true,
    });
    await server.stop();
    expect(await users('list')).not.toContain('secondhomie.example');
  });

  test('who is disabled cannot sign in, get a mail or go on, and gets the reason only with the password', async () => {
    const email = 'leaver@homie.example';
    const session = await serving(async (server) => {
      await server.createUser(email, PASSWORD);
      return server.signIn(email, PASSWORD);
    });
    await users('disable', email);
    await serving(async (server) => {
      expect((await server.call('/rest/v1/roles', { as: session })).status).toBe(401);
      const post = async (path: string, body: object) => {
        const response = await server.call(path, { method: 'POST', body: JSON.stringify(body) });
        return [response.status, await response.json()];
      };
      const signIn = (password: string) =>
        post('/auth/v1/token?grant_type=password', { email, password });
      expect(await signIn(PASSWORD)).toMatchObject([400, { error_code: 'user_banned' }]);
      expect(await signIn('another')).toMatchObject([400, { error_code: 'invalid_credentials' }]);
      expect(await post('/auth/v1/recover', { email })).toEqual([200, {}]);
      expect(await post('/auth/v1/signup', { email, password: 'a-new-one' })).toMatchObject([
        200,
        { email },
      ]);
      expect(await server.mails()).toEqual([]);
    });
    await users('enable', email);
    await serving(async (server) => void (await server.signIn(email, PASSWORD)));
  });
});

describe('roles', () => {
  let scratch: ScratchDatabase;
  let database: Database;
  beforeAll(async () => {
    scratch = await createScratchDatabase({ migrationsDir: join(root, 'supabase/migrations') });
    database = await openDatabase({ databaseUrl: scratch.databaseUrl });
    await manage('add', '--admin', ADMIN);
  });
  afterAll(async () => {
    await database.close();
    await scratch.drop();
  });

  const manage = (...commandLine: string[]) =>
    runHomie(root, { DATABASE_URL: scratch.databaseUrl }, ['users', ...commandLine]);

  test('roles are changed, and at least one administrator always remains', async () => {
    await manage('add', 'worker@homie.example');
    await expect(manage('add', 'worker@homie.example')).rejects.toThrow('has an account already');
    expect(await manage('role', 'Worker@homie.example', 'office')).toBe(
      'worker@homie.example is office staff',
    );
    const last = 'The last administrator must stay. Add another one first.';
    await expect(manage('role', ADMIN, 'office')).rejects.toThrow(last);
    await expect(manage('disable', ADMIN)).rejects.toThrow(last);
    await manage('role', 'worker@homie.example', 'admin');
    await manage('disable', 'worker@homie.example');
    await expect(manage('role', ADMIN, 'office')).rejects.toThrow(last);
    await expect(manage('reset', 'worker@homie.example')).rejects.toThrow('Enable it first');
    await expect(manage('reset', 'nobody@homie.example')).rejects.toThrow(
      'No user has the address',
    );
    expect(await manage('list')).toContain('worker@homie.example  admin  disabled');
    expect(JSON.parse(await manage('list', '--json'))).toContainEqual({
      email: 'worker@homie.example',
      role: 'admin',
      isDisabled: true,
      isConfirmed: true,
      lastSignedInOn: null,
    });
  });

  test('changes of an operator are in the audit log and in the history, in the name of the operator', async () => {
    const email = 'recorded@homie.example';
    await manage('add', email);
    await manage('role', email, 'office');
    await manage('role', email, 'office');
    await manage('disable', email);
    await manage('enable', email);
    const link = await manage('reset', email);
    const entries = await database.query(
      `select action, user_id, user_email, meta from public.audit_logs
       where target_user_email = $1 order by created_at, id`,
      [email],
    );
    const token = new URL(link.split('\n')[1] ?? '').searchParams.get('token_hash');
    expect(token).toHaveLength(64);
    expect(JSON.stringify(entries)).not.toContain(token);
    const entry = (action: string, before: object, after: object) => ({
      action,
      user_id: null,
      user_email: 'operator',
      meta: { before, after },
    });
    expect(entries).toEqual([
      entry('account_changed', {}, { email, role: 'support_worker' }),
      entry('role_changed', { role: 'support_worker' }, { role: 'office' }),
      entry('account_changed', { disabled: false }, { disabled: true }),
      entry('account_changed', { disabled: true }, { disabled: false }),
      entry('account_changed', {}, { password_link: 'made' }),
    ]);
    const [{ history } = { history: undefined }] = await database.transaction(
      async (transaction) => {
        await transaction.query(
          `select set_config('request.jwt.claim.sub', id::text, true) from public.users where email = $1`,
          [ADMIN],
        );
        return transaction.query<{ history: { rows: unknown[] } }>(
          `select public.read_history('user', id) as history from public.users where email = $1`,
          [email],
        );
      },
    );
    expect(history?.rows).toHaveLength(5);
  });
});

test('ACCT-88 production refuses a database with demo accounts, whose password is public; elsewhere sign-in offers them', async () => {
  const demo = await mkdtemp(join(tmpdir(), 'homie-demo-'));
  await copyDataFolder(demo);
  const empty = { shellDir: demo, remotesDir: demo, manifestFile: join(demo, 'remotes.json') };
  const start = (production: boolean) =>
    startBackend({
      host: '127.0.0.1',
      port: 0,
      dataDir: demo,
      migrationsDir: join(root, 'supabase/migrations'),
      seedDir: join(root, 'supabase/seed'),
      static: empty,
      production,
    });
  const backend = await start(false);
  expect(backend.hasDemo).toBe(true);
  const { demo: emails, publishableKey } = await (
    await fetch(`${backend.url}/environment.json`)
  ).json();
  for (const email of emails) {
    const signIn = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'homie-demo-2026' }),
    });
    expect(signIn.status).toBe(200);
  }
  expect(emails).toHaveLength(3);
  await backend.shutDown();
  await expect(start(true)).rejects.toThrow('This database holds the demo accounts');
  await rm(demo, { recursive: true, force: true });
});

test.each([
  [[], '(outputHelp)'],
  [['add'], "missing required argument 'email'"],
  [['add', 'nobody'], 'nobody is no email address'],
  [['add', 'a@b.example', '--role', 'owner'], 'Allowed choices are admin, office, support_worker'],
  [['add', 'a@b.example', '--admin', '--role', 'office'], 'cannot be used with option'],
  [['disable', 'a@b.example', '--admin'], "unknown option '--admin'"],
  [['list', '--force'], "unknown option '--force'"],
])('homie users %j is refused as invalid', async (commandLine, message) => {
  const refusal = runHomie(root, {}, ['users', ...commandLine]);
  await expect(refusal).rejects.toThrow(message);
  expect(getExitCode(await refusal.catch((error: unknown) => error))).toBe(2);
});
