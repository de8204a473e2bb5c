import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCluster } from '../data/database/embedded/cluster.ts';
import { startPostmaster } from '../data/database/embedded/postmaster.ts';
import { freePort } from '../http/free-port.ts';

/** A PostgreSQL server that a test may stop, kill and start. */
export interface PostgresCluster {
  /** URL of its superuser. */
  url: string;
  start(): Promise<void>;
  /** Shuts it down cleanly, and closes all connections. */
  stop(): Promise<void>;
  /** Kills it, as in a crash. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/** Does not wait for the disk: a crash of the computer would lose data, one of PostgreSQL does not. */
const HASTY = { fsync: 'off', full_page_writes: 'off' };

/**
 * Creates and starts a separate server with the embedded programs, on a port of this computer.
 * @param options the name of its superuser, and settings in addition to the default ones
 */
export async function createPostgresCluster({
  superuser = 'postgres',
  settings = {},
}: { superuser?: string; settings?: Record<string, string> } = {}): Promise<PostgresCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'homie-cluster-'));
  await chmod(folder, 0o701);
  const data = join(folder, 'postgres');
  const port = await freePort();
  await createCluster(data, { superuser, settings: { ...HASTY, max_connections: '200' } });
  const launch = () => startPostmaster(data, { port, settings });
  let server = await launch();
  return {
    url: `postgres://${superuser}@127.0.0.1:${port}/postgres`,
    start: async () => {
      server = await launch();
    },
    stop: () => server.stop(),
    async kill() {
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
    },
    async remove() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
