import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PATIENCE } from '../../testing/index.ts';
import { ensureServerBuild, ProcessFixture, type Process } from '../../testing/process-fixture.ts';

const CRASHES = 3;
const WRITERS = 20;

/** Starts a process whose number PostgreSQL takes for that of another PostgreSQL: one of the same user. */
function spawnStranger() {
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  return spawn('sleep', ['600'], { ...user, stdio: 'ignore' });
}

describe('the embedded PostgreSQL', () => {
  let fixture: ProcessFixture;
  let pidFile: string;
  beforeEach(async () => {
    await ensureServerBuild();
    fixture = await ProcessFixture.makePrepared();
    pidFile = join(fixture.folder, 'postgres/postmaster.pid');
  });
  afterEach(() => fixture.remove());

  const readPid = async () => Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
  /** Returns whether a process is alive. A zombie has no working directory. */
  const isAlive = (pid: number) => existsSync(`/proc/${pid}/cwd`);
  const isReady = async () =>
    (await fetch(fixture.url('/readyz')).catch(() => undefined))?.status === 200;

  /** Writes without pause, and records the acknowledged titles and the other response statuses. */
  async function startWriting(until: AbortSignal) {
    const headers = await fixture.session();
    const answer = await fetch(fixture.url('/rest/v1/assistants?select=id&limit=1'), { headers });
    const [assistant] = (await answer.json()) as { id: string }[];
    const [, claims = ''] = headers.authorization.split('.');
    const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string };
    const { secretKey } = JSON.parse(await fixture.secrets()) as { secretKey: string };
    const acknowledged: string[] = [];
    const refusals = new Set<number>();
    const writer = async (number: number) => {
      for (let count = 0; !until.aborted; count += 1) {
        const title = `${number} ${count}`;
        const response = await fetch(fixture.url('/rest/v1/conversations'), {
          method: 'POST',
          // With the secret key: a user may not create so many conversations.
          headers: { ...headers, apikey: secretKey, authorization: `Bearer ${secretKey}` },
          body: JSON.stringify({ user_id: sub, assistant_id: assistant?.id, title }),
        }).catch(() => undefined);
        if (response?.status === 201) acknowledged.push(title);
        else if (response) refusals.add(response.status);
        await response?.body?.cancel();
      }
    };
    const ended = Promise.all(Array.from({ length: WRITERS }, (_, index) => writer(index)));
    /** Waits until more has been acknowledged. */
    const more = () => {
      const enough = acknowledged.length + 2 * WRITERS;
      return vi.waitUntil(() => acknowledged.length >= enough, PATIENCE);
    };
    return { headers, acknowledged, refusals, ended, more };
  }

  /** Returns all stored titles, duplicates included. */
  async function stored(headers: Record<string, string>): Promise<string[]> {
    const titles: string[] = [];
    for (;;) {
      const page = await fetch(
        fixture.url(
          `/rest/v1/conversations?select=title&order=id&limit=1000&offset=${titles.length}`,
        ),
        { headers },
      );
      const rows = (await page.json()) as { title: string }[];
      titles.push(...rows.map(({ title }) => title));
      if (rows.length < 1000) return titles;
    }
  }

  async function expectStored({ headers, acknowledged }: Awaited<ReturnType<typeof startWriting>>) {
    const titles = (await stored(headers)).filter((title) => /^\d+ \d+$/.test(title));
    const distinct = new Set(titles);
    expect(distinct.size).toBe(titles.length);
    expect(acknowledged.filter((title) => !distinct.has(title))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(WRITERS);
  }

  test('stops with a server that is stopped during its start', async () => {
    const server = fixture.start();
    await vi.waitUntil(() => existsSync(pidFile), { ...PATIENCE, interval: 5 });
    const left = await readPid();
    expect(await server.stop('SIGTERM')).toBe(0);
    expect(isAlive(left)).toBe(false);
    expect(existsSync(pidFile)).toBe(false);
  });

  test('is started again after kill -9 while 20 users write: nothing acknowledged is lost or duplicated', async () => {
    const server = fixture.start();
    await server.ready();
    const stop = new AbortController();
    const written = await startWriting(stop.signal);
    for (let crash = 0; crash < CRASHES; crash += 1) {
      await written.more();
      const pid = await readPid();
      process.kill(pid, 'SIGKILL');
      await vi.waitUntil(async () => (await readPid().catch(() => pid)) !== pid, PATIENCE);
      expect(await fixture.isHealthy()).toBe(true);
      await vi.waitUntil(isReady, PATIENCE);
    }
    stop.abort();
    await written.ended;
    // An unavailable database is 503; a connection that breaks during a request has no better status either.
    expect([...written.refusals].filter((status) => status !== 503)).toEqual([]);
    await expectStored(written);
    expect(server.output).toContain('PostgreSQL ended (signal SIGKILL). It is started again.');
  });

  test('of a server that was killed while 20 users write is stopped by the next one: nothing acknowledged is lost or duplicated', async () => {
    let server: Process = fixture.start();
    await server.ready();
    const stop = new AbortController();
    const written = await startWriting(stop.signal);
    for (let crash = 0; crash < CRASHES; crash += 1) {
      await written.more();
      const left = await readPid();
      await server.stop('SIGKILL');
      server = fixture.start();
      await server.ready();
      await vi.waitUntil(isReady, PATIENCE);
      expect(isAlive(left)).toBe(false);
    }
    stop.abort();
    await written.ended;
    await expectStored(written);
  });

  test('stops with the server, and starts although another process has its PID by now', async () => {
    const server = fixture.start();
    await server.ready();
    const pid = await readPid();
    const lines = (await readFile(pidFile, 'utf8')).split('\n');
    expect(await server.stop('SIGTERM')).toBe(0);
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(pidFile)).toBe(false);

    // As after a power cut: the numbers in both lock files belong to another process by now.
    const stranger = spawnStranger();
    for (const file of [pidFile, join(fixture.folder, 'postgres/.s.PGSQL.5432.lock')])
      await writeFile(file, [String(stranger.pid), ...lines.slice(1)].join('\n'));
    const next = fixture.start();
    await next.ready();
    expect(await isReady()).toBe(true);
    expect(isAlive(stranger.pid ?? 0)).toBe(true);
    expect(await next.stop('SIGINT')).toBe(0);
    stranger.kill();
  });

  test.runIf(existsSync('/proc'))('PostgreSQL knows no secret of the server', async () => {
    const server = fixture.start({ AI_API_KEY: 'a-key', PGOPTIONS: '-c jit=on' });
    await server.ready();
    const environment = await readFile(`/proc/${await readPid()}/environ`, 'utf8');
    const names = environment.split('\0').map((line) => line.split('=')[0]);
    expect(names).toContain('PATH');
    expect(names.filter((name) => /^(AI_|HOMIE_|PORT$|PGOPT)/.test(name ?? ''))).toEqual([]);
    expect(await server.stop('SIGTERM')).toBe(0);
  });
});
