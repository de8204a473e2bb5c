// A temporary PostgreSQL of the operating system, for tests on another version than the embedded one, and for benches.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.mjs';
import { run } from './run.mjs';

const debianRoot = '/usr/lib/postgresql';
const otherFolders = ['/opt/homebrew/opt/postgresql@16/bin', '/usr/local/pgsql/bin'];

function findBinaries() {
  const debian = existsSync(debianRoot)
    ? readdirSync(debianRoot).map((version) => path.join(debianRoot, version, 'bin'))
    : [];
  return [...debian, ...otherFolders].find((folder) => existsSync(path.join(folder, 'initdb')));
}

async function binaries() {
  const found = findBinaries();
  if (found) return found;
  await run('apt-get', ['update'], { quiet: true });
  await run('apt-get', ['install', '-y', 'postgresql'], { quiet: true });
  return findBinaries();
}

/**
 * Starts a cluster in a temporary folder. PostgreSQL refuses to run as root, so there it runs as
 * the user `postgres` that Debian's package makes.
 * @param {{ durable?: boolean }} options `durable`: a commit waits for the disk, as it does in earnest
 * @returns {Promise<{ url: string, stop(): Promise<void> }>} `url` of a superuser
 */
export async function startPostgres({ durable = false } = {}) {
  const bin = await binaries();
  if (!bin)
    throw new Error('No PostgreSQL: install one (apt-get install postgresql) for the tests.');
  const folder = mkdtempSync(path.join(tmpdir(), 'homie-postgres-'));
  const asRoot = process.getuid?.() === 0;
  /** @param {string} name @param {string[]} args */
  const command = async (name, ...args) => {
    const program = path.join(bin, name);
    const { code, output } = asRoot
      ? await run('runuser', ['-u', 'postgres', '--', program, ...args], {
          quiet: true,
          cwd: folder,
        })
      : await run(program, args, { quiet: true, cwd: folder });
    if (code !== 0) throw new Error(`${name}: ${output}`);
  };
  if (asRoot) await run('chown', ['postgres', folder], { quiet: true });
  const port = await freePort();
  const data = path.join(folder, 'data');
  await command('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--no-sync');
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=${durable ? 'on' : 'off'} -c max_connections=200`;
  await command(
    'pg_ctl',
    '-D',
    data,
    '-w',
    '-l',
    path.join(folder, 'log'),
    '-o',
    settings,
    'start',
  );
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await command('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
