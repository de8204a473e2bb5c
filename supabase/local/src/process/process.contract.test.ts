import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TEST_POSTGRES_URL, createScratchDatabase } from '../testing/index.ts';

const packageRoot = resolve(import.meta.dirname, '../..');
const program = join(packageRoot, 'dist/main.js');
const demo = { email: 'office@secondhomie.example', password: 'homie-demo-2026' };

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

class Process {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
  output = '';
  constructor(environment: Record<string, string>, ...flags: string[]) {
    this.child = spawn(process.execPath, [program, ...flags], {
      env: { PATH: process.env['PATH'] ?? '', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.ended = once(this.child, 'exit');
  }

  /** Resolves when the process says it is ready. */
  async ready(): Promise<void> {
    const ready = async () => {
      while (!this.output.includes('Stop with Ctrl-C'))
        await once(this.child.stdout ?? this.child, 'data');
    };
    await Promise.race([
      ready(),
      this.ended.then(() => {
        throw new Error(`ended early:\n${this.output}`);
      }),
    ]);
  }

  async stop(signal: NodeJS.Signals): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill(signal);
    await this.ended;
    return this.child.exitCode;
  }
}

describe('server process', () => {
  let folder: string;
  let port: number;
  let running: Process[];

  beforeAll(async () => {
    if (!existsSync(program)) await build({ root: packageRoot, logLevel: 'warn' });
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'homie-process-'));
    port = await freePort();
    running = [];
  });
  afterEach(async () => {
    for (const one of running) await one.stop('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  function start(environment: Record<string, string> = {}, ...flags: string[]): Process {
    const started = new Process(
      { PORT: String(port), HOMIE_DATA: folder, ...environment },
      ...flags,
    );
    running.push(started);
    return started;
  }

  const url = (path: string) => `http://127.0.0.1:${port}${path}`;

  async function session() {
    const { publishableKey } = JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8')) as {
      publishableKey: string;
    };
    const response = await fetch(url('/auth/v1/token?grant_type=password'), {
      method: 'POST',
      headers: { apikey: publishableKey },
      body: JSON.stringify(demo),
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    return { apikey: publishableKey, authorization: `Bearer ${token}` };
  }

  test('says where it is, keeps its secrets to its owner and stops cleanly', async () => {
    const server = start();
    await server.ready();
    expect(server.output).toContain(`http://localhost:${port}`);
    expect(server.output).toContain(`http://localhost:${port}/_mailbox`);
    for (const name of ['admin', 'office', 'worker'])
      expect(server.output).toContain(`${name}@secondhomie.example`);
    expect((await fetch(url('/healthz'))).status).toBe(200);
    expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
    expect(existsSync(join(folder, 'server.lock'))).toBe(true);
    expect(await server.stop('SIGINT')).toBe(0);
    expect(existsSync(join(folder, 'server.lock'))).toBe(false);
  });

  test('records are closed to others, also in a folder that others can read', async () => {
    await chmod(folder, 0o755);
    const server = start();
    await server.ready();
    for (const name of ['database', 'storage'])
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o700);
  });

  test.each([
    ['is no folder', 'file', /The data folder .*file cannot be used: it is not a folder/],
    ['holds a damaged database', '.', /The database in .*database cannot be opened/],
  ])('a data folder that %s ends the start with a sentence', async (_name, place, sentence) => {
    await writeFile(join(folder, 'file'), '');
    await mkdir(join(folder, 'database/global'), { recursive: true });
    await writeFile(join(folder, 'database/PG_VERSION'), '17\n');
    await writeFile(join(folder, 'database/global/pg_control'), 'damaged');
    const server = start({ HOMIE_DATA: join(folder, place) });
    await server.ended;
    expect(server.child.exitCode).toBe(1);
    expect(server.output).toMatch(sentence);
    expect(server.output).not.toMatch(/^\s+at /m);
  });

  test.each([1, 400])(
    'killed while its first start had made %d files of the database, it starts the next time',
    async (enough) => {
      const database = join(folder, 'database');
      const files = async () =>
        existsSync(database) ? (await readdir(database, { recursive: true })).length : 0;
      const first = start();
      while ((await files()) < enough && first.child.exitCode === null);
      await first.stop('SIGKILL');
      expect(first.output).not.toContain('Stop with Ctrl-C');
      const second = start();
      await second.ready();
      expect((await fetch(url('/healthz'))).status).toBe(200);
      expect(await readdir(folder)).not.toContain('database.incomplete');
    },
  );

  test('a database that does not answer is named without its password', async () => {
    const server = start({
      DATABASE_URL: `postgres://homie:Sup3rS3cret@127.0.0.1:${await freePort()}/records`,
    });
    await server.ended;
    expect(server.child.exitCode).toBe(1);
    expect(server.output).toMatch(
      /The database at 127\.0\.0\.1:\d+ cannot be reached.*DATABASE_URL/,
    );
    expect(server.output).not.toContain('Sup3rS3cret');
  });

  test('a refusal of the database reaches the client as one, and the log as one line', async () => {
    const server = start();
    await server.ready();
    const headers = { ...(await session()), 'content-type': 'application/json' };
    const refused = await fetch(url('/rest/v1/rpc/record_audit'), {
      method: 'POST',
      headers,
      body: JSON.stringify({ action: 'login', user_id: crypto.randomUUID() }),
    });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: '42501' });
    await server.stop('SIGTERM');
    expect(server.output).not.toMatch(/RangeError|audit_logs|record_audit/);
  });

  test('a second one on the same data is refused, also for a reset; the first goes on', async () => {
    const first = start();
    await first.ready();
    const otherPort = { PORT: String(await freePort()) };
    for (const flags of [[], ['--reset']]) {
      const second = start(otherPort, ...flags);
      await second.ended;
      expect(second.child.exitCode).toBe(1);
      expect(second.output).toContain(`process ${first.child.pid}`);
      expect(second.output).toContain(`http://localhost:${port}`);
    }
    expect((await fetch(url('/healthz'))).status).toBe(200);
  });

  test('a taken port is told at once, and nothing is created', async () => {
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const server = start({ HOMIE_DATA: join(folder, 'fresh') });
    await server.ended;
    other.close();
    expect(server.child.exitCode).toBe(1);
    expect(server.output).toMatch(new RegExp(`Port ${port} is taken.*PORT=${port + 1} npm start`));
    expect(existsSync(join(folder, 'fresh'))).toBe(false);
  });

  test('--reset begins anew', async () => {
    const first = start();
    await first.ready();
    const secrets = await readFile(join(folder, 'secrets.json'), 'utf8');
    await first.stop('SIGTERM');
    const second = start({}, '--reset');
    await second.ready();
    expect(await readFile(join(folder, 'secrets.json'), 'utf8')).not.toBe(secrets);
    expect((await fetch(url('/healthz'))).status).toBe(200);
  });

  const places = [
    { name: 'PGlite', postgres: undefined },
    ...(TEST_POSTGRES_URL === undefined
      ? []
      : [{ name: 'PostgreSQL', postgres: TEST_POSTGRES_URL }]),
  ];
  test.each(places)(
    'killed while it writes to $name, it loses nothing that it acknowledged',
    async ({ postgres }) => {
      const scratch = postgres === undefined ? undefined : await createScratchDatabase(postgres);
      const environment: Record<string, string> = scratch
        ? { DATABASE_URL: scratch.databaseUrl, HOMIE_SEED: 'true' }
        : {};
      const first = start(environment);
      await first.ready();
      const headers = { ...(await session()), 'content-type': 'application/json' };
      const assistants = (await (
        await fetch(url('/rest/v1/assistants?select=id&limit=1'), { headers })
      ).json()) as { id: string }[];

      const acknowledged: string[] = [];
      const enough = 60;
      const writer = async () => {
        for (;;) {
          const response = await fetch(url('/rest/v1/conversations?select=id'), {
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

      const second = start(environment);
      await second.ready();
      const rows = (await (
        await fetch(url('/rest/v1/conversations?select=id&title=eq.written&limit=1000'), {
          headers,
        })
      ).json()) as { id: string }[];
      const kept = new Set(rows.map(({ id }) => id));
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
      await second.stop('SIGTERM');
      await scratch?.drop();
    },
  );
});
