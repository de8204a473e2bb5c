import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import postgres from 'postgres';

const run = promisify(execFile);
const START_TRIES = 20;
const START_EVERY_MS = 250;

/** A PostgreSQL server that a test may stop, kill and start. */
export interface PostgresCluster {
  /** Of its superuser. */
  url: string;
  start(): Promise<void>;
  /** Ends it in good order, and every connection with it. */
  stop(): Promise<void>;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Makes and starts a server of its own with the programs of one that runs on this computer.
 * @param serverUrl of a superuser there, e.g. HOMIE_TEST_POSTGRES_URL
 * @param options the name of the new server's superuser, and what its command line says beside the usual
 */
export async function createPostgresCluster(
  serverUrl: string,
  { superuser = 'postgres', parameters = '' }: { superuser?: string; parameters?: string } = {},
): Promise<PostgresCluster> {
  const bin = await readProgramFolder(serverUrl);
  const folder = await mkdtemp(join(tmpdir(), 'homie-cluster-'));
  const data = join(folder, 'data');
  const port = await freePort();
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await run('chown', ['postgres', folder]);
  const command = async (program: string, ...args: string[]) => {
    const full = [join(bin, program), ...args];
    const [file = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...full] : full;
    await run(file, rest, { cwd: folder });
  };
  await command('initdb', '-D', data, '-U', superuser, '--auth=trust', '-E', 'UTF8', '--no-sync');

  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 ${parameters}`;
  const log = join(folder, 'log');
  const start = async () => {
    for (let triesLeft = START_TRIES; ; triesLeft -= 1) {
      try {
        return await command('pg_ctl', '-D', data, '-w', '-l', log, '-o', settings, 'start');
      } catch (error) {
        // The processes that a killed server leaves behind take a moment to notice that it is gone.
        if (triesLeft === 0) throw error;
        await delay(START_EVERY_MS);
      }
    }
  };
  const stop = () => command('pg_ctl', '-D', data, '-w', '-m', 'fast', 'stop');
  await start();
  return {
    url: `postgres://${superuser}@127.0.0.1:${port}/postgres`,
    start,
    stop,
    async kill() {
      const [pid = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
    },
    async remove() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function readProgramFolder(serverUrl: string): Promise<string> {
  const sql = postgres(serverUrl, { max: 1 });
  try {
    const [row] = await sql<{ setting: string }[]>`
      select setting from pg_config where name = 'BINDIR'`;
    return row?.setting ?? '';
  } finally {
    await sql.end();
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => {
    probe.listen(0, '127.0.0.1', resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  return typeof address === 'object' && address !== null ? address.port : 0;
}
