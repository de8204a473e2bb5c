import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { copyDataFolder, createScratchDatabase, freePort, sampleOf } from '../../testing/index.ts';
import { ensureServerBuild, ProcessFixture, type Process } from '../../testing/process-fixture.ts';

beforeAll(ensureServerBuild);

// One process for all tests, in this order: a first start takes seconds.
describe('a server process', () => {
  let fixture: ProcessFixture;
  let server: Process;
  beforeAll(async () => {
    fixture = await ProcessFixture.make();
    await chmod(fixture.folder, 0o755);
    server = fixture.start();
    await server.ready();
  });
  afterAll(() => fixture.remove());

  test('prints its address and the accounts for signing in', async () => {
    const { port } = fixture;
    expect(server.output).toContain(`http://localhost:${port}`);
    expect(server.output).toContain(`http://localhost:${port}/_mailbox`);
    for (const name of ['admin', 'office', 'worker'])
      expect(server.output).toContain(`${name}@secondhomie.example`);
    expect(await fixture.isHealthy()).toBe(true);
  });

  test('restricts secrets and records to its owner, also in a folder that others can read', async () => {
    const modeOf = async (name: string) => (await stat(join(fixture.folder, name))).mode & 0o777;
    expect(await modeOf('secrets.json')).toBe(0o600);
    for (const name of ['postgres', 'storage']) expect(await modeOf(name)).toBe(0o700);
  });

  test('a second process on the same data is refused, also for a reset, and the first continues', async () => {
    const otherPort = { PORT: String(await freePort()) };
    for (const flags of [[], ['--reset']]) {
      const second = fixture.start(otherPort, ...flags);
      await second.ended;
      expect(second.child.exitCode).toBe(1);
      expect(second.output).toContain(`process ${server.child.pid}`);
      expect(second.output).toContain(`http://localhost:${fixture.port}`);
    }
    expect(await fixture.isHealthy()).toBe(true);
  });

  test('returns the refusal of the database to the client, logs at most a line, and stops cleanly', async () => {
    const refused = await fetch(fixture.url('/rest/v1/rpc/record_audit'), {
      method: 'POST',
      headers: await fixture.session(),
      body: JSON.stringify({ action: 'login', user_id: crypto.randomUUID() }),
    });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: '42501' });

    expect(existsSync(join(fixture.folder, 'server.lock'))).toBe(true);
    expect(await server.stop('SIGINT')).toBe(0);
    expect(existsSync(join(fixture.folder, 'server.lock'))).toBe(false);
    expect(server.output).not.toMatch(/RangeError|audit_logs|record_audit/);
  });

  test('starts from scratch with --reset, once the other process has stopped', async () => {
    const secrets = await fixture.secrets();
    const fresh = fixture.start({}, '--reset');
    await fresh.ready();
    expect(await fixture.secrets()).not.toBe(secrets);
    expect(await fixture.isHealthy()).toBe(true);
  });
});

describe('the start of a server process', () => {
  let fixture: ProcessFixture;
  let folder: string;
  beforeEach(async () => {
    fixture = await ProcessFixture.make();
    ({ folder } = fixture);
  });
  afterEach(() => fixture.remove());

  test.each([
    ['is no folder', 'file', /The data folder .*file cannot be used: it is not a folder/],
    ['holds a damaged database', '.', /The database in .*postgres cannot be opened/],
  ])(
    'a data folder that %s prevents the start with an error message',
    async (_name, where, message) => {
      await writeFile(join(folder, 'file'), '');
      await mkdir(join(folder, 'postgres/global'), { recursive: true });
      await writeFile(join(folder, 'postgres/PG_VERSION'), '17\n');
      await writeFile(join(folder, 'postgres/global/pg_control'), 'damaged');
      const server = fixture.start({ HOMIE_DATA: join(folder, where) });
      await server.ended;
      expect(server.child.exitCode).toBe(1);
      expect(server.output).toMatch(message);
      expect(server.output).not.toMatch(/^\s+at /m);
    },
  );

  test.each(sampleOf([400], [5, 400]))(
    'after a kill while the first start had created %d files of the database, the next start succeeds',
    async (enough) => {
      const files = async () => (await readdir(folder, { recursive: true })).length;
      const first = fixture.start();
      while ((await files()) < enough && first.child.exitCode === null);
      await first.stop('SIGKILL');
      expect(first.output).not.toContain('Stop with Ctrl-C');
      const second = fixture.start();
      await second.ready();
      expect(await fixture.isHealthy()).toBe(true);
    },
  );

  test('a database that does not respond is named without its password', async () => {
    const server = fixture.start({
      DATABASE_URL: `postgres://homie:Sup3rS3cret@127.0.0.1:${await freePort()}/records`,
    });
    await server.ended;
    expect(server.child.exitCode).toBe(1);
    expect(server.output).toMatch(
      /The database at 127\.0\.0\.1:\d+ cannot be reached.*DATABASE_URL/,
    );
    expect(server.output).not.toContain('Sup3rS3cret');
  });

  test('a port in use is reported at once, and nothing is created', async () => {
    const { port } = fixture;
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const server = fixture.start({ HOMIE_DATA: join(folder, 'fresh') });
    await server.ended;
    other.close();
    expect(server.child.exitCode).toBe(1);
    expect(server.output).toMatch(new RegExp(`Port ${port} is taken.*PORT=${port + 1} npm start`));
    expect(existsSync(join(folder, 'fresh'))).toBe(false);
  });

  test.each(
    sampleOf(
      [{ name: 'the embedded database', isEmbedded: true }],
      [
        { name: 'the embedded database', isEmbedded: true },
        { name: 'another database', isEmbedded: false },
      ],
    ),
  )(
    'a process killed while it writes to $name loses nothing that it acknowledged',
    async ({ isEmbedded }) => {
      const scratch = isEmbedded ? undefined : await createScratchDatabase();
      const environment: Record<string, string> = scratch
        ? { DATABASE_URL: scratch.databaseUrl, HOMIE_SEED: 'true' }
        : {};
      if (isEmbedded) await copyDataFolder(folder);
      const first = fixture.start(environment);
      await first.ready();
      const headers = await fixture.session();
      const assistants = (await (
        await fetch(fixture.url('/rest/v1/assistants?select=id&limit=1'), { headers })
      ).json()) as { id: string }[];

      const acknowledged: string[] = [];
      // Fewer than the hourly limit of a user.
      const enough = 50;
      const writer = async () => {
        for (;;) {
          const response = await fetch(fixture.url('/rest/v1/conversations?select=id'), {
            method: 'POST',
            headers: { ...headers, prefer: 'return=representation' },
            body: JSON.stringify({ assistant_id: assistants[0]?.id, title: 'written' }),
          }).catch(() => undefined);
          if (response?.status !== 201) return;
          const body = (await response.json().catch(() => [])) as { id: string }[];
          if (body[0]) acknowledged.push(body[0].id);
          if (acknowledged.length === enough) first.child.kill('SIGKILL');
        }
      };
      await Promise.all([writer(), writer(), writer()]);
      await first.ended;
      expect(first.child.signalCode).toBe('SIGKILL');
      expect(acknowledged.length).toBeGreaterThanOrEqual(enough);

      const second = fixture.start(environment);
      await second.ready();
      const rows = (await (
        await fetch(fixture.url('/rest/v1/conversations?select=id&title=eq.written&limit=1000'), {
          headers,
        })
      ).json()) as { id: string }[];
      const stored = new Set(rows.map(({ id }) => id));
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
      await second.stop('SIGTERM');
      await scratch?.drop();
    },
  );
});
