import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../../files/safe-files.ts';
import { findPrograms } from './find-programs.ts';
import { giveToPostgres, runProgram } from './run-program.ts';
import { getSocketFolder, usesSockets } from './socket-folder.ts';

const PORT = 5432;

/** For a small computer. An operator can change them in `postgresql.conf`. */
const SETTINGS = {
  shared_buffers: '32MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_connections: '40',
  // Only crash recovery reads the write-ahead log.
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '32MB',
  max_wal_size: '512MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Users' values must not get into a log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/**
 * Unicode case mapping by PostgreSQL itself: the same on every platform, and faster than that of the C library. What
 * still uses the C library (text search) gets the locale of the same meaning, which has another name on each platform.
 */
const LOCALE = [
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  ...({ linux: ['--locale=C.UTF-8'], darwin: ['--locale=C', '--lc-ctype=UTF-8'] }[
    process.platform as string
  ] ?? ['--locale=C']),
];

/** Connection parameters of the driver. */
export interface ClusterAddress {
  url: string;
  /** Replaces the host in `url`. */
  socketFolder?: string;
}

/**
 * Creates the files of a new PostgreSQL, all of them or none.
 * @param folder must not exist; its parent must
 */
export async function createCluster(
  folder: string,
  {
    superuser = 'postgres',
    settings = {},
  }: { superuser?: string; settings?: Record<string, string> } = {},
): Promise<void> {
  await removeUnfinished(folder);
  // A unique name: the initdb of a server that was killed may still be writing.
  const unfinished = `${folder}.new.${randomUUID()}`;
  await mkdir(unfinished, { mode: 0o700 });
  giveToPostgres(unfinished);
  const access = usesSockets
    ? ['-A', 'trust']
    : ['-A', 'scram-sha-256', await passwordFlag(folder)];
  const flags = ['-D', unfinished, '-U', superuser, ...access, '-E', 'UTF8', ...LOCALE];
  const conf = Object.entries({ ...SETTINGS, ...settings });
  const child = runProgram(
    findPrograms().initdb,
    [
      ...flags,
      '--data-checksums',
      '--no-instructions',
      ...conf.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { folder: unfinished, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let printed = '';
  child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) {
    await rm(unfinished, { recursive: true, force: true });
    throw new Error(`PostgreSQL could not create its files: ${printed.trim()}`);
  }
  await rename(unfinished, folder);
  await syncFolder(dirname(folder));
}

/** Removes the unfinished folders of earlier processes that no process is still writing. */
async function removeUnfinished(folder: string): Promise<void> {
  const names = (await readdir(dirname(folder))).filter((name) =>
    name.startsWith(`${basename(folder)}.new.`),
  );
  for (const name of names)
    await rm(join(dirname(folder), name), { recursive: true, force: true }).catch(() => undefined);
}

/** Returns the address where the server of a cluster listens. */
export async function clusterAddress(folder: string): Promise<ClusterAddress> {
  if (usesSockets)
    return {
      url: `postgres://postgres@localhost:${PORT}/postgres`,
      socketFolder: getSocketFolder(folder),
    };
  const [password, lines] = await Promise.all([
    readFile(passwordFile(folder), 'utf8'),
    readFile(join(folder, 'postmaster.pid'), 'utf8'),
  ]);
  const port = lines.split('\n')[3];
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` };
}

/** Returns the flag with a password file. On Windows any user could connect to the port, so there is a password. */
async function passwordFlag(folder: string): Promise<string> {
  const file = passwordFile(folder);
  if (!existsSync(file)) await writeFile(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return `--pwfile=${file}`;
}

function passwordFile(folder: string): string {
  return join(dirname(folder), `${basename(folder)}.password`);
}
