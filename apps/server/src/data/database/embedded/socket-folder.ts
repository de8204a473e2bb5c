import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isSystemError } from '../../../http/system-error.ts';
import { giveToPostgres } from './run-program.ts';

/** Longest path of a Unix socket, in bytes, on Linux and macOS, minus the name of the socket. */
const LONGEST_SOCKET_FOLDER = 103 - '/.s.PGSQL.5432'.length;
const SOCKET_LOCK = /^\.s\.PGSQL\.\d+\.lock$/;

export const usesSockets = process.platform !== 'win32';

/** Returns the cluster's own folder, or a shorter path if that one is too long for the operating system. */
export function getSocketFolder(folder: string): string {
  if (Buffer.byteLength(folder) <= LONGEST_SOCKET_FOLDER) return folder;
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  // The folder in the temporary one is ours, the one in it belongs to the user that PostgreSQL runs as.
  return join(tmpdir(), `homie-${name}`, 'socket');
}

/**
 * Creates the folder of a cluster's socket, if it is not the cluster's own. Others know its name and may have created it
 * before: they could then answer in place of PostgreSQL.
 * @throws Error if it belongs to another user, or others can write to it
 */
export async function createSocketFolder(cluster: string): Promise<void> {
  const folder = getSocketFolder(cluster);
  if (folder === cluster) return;
  const parent = dirname(folder);
  try {
    await mkdir(parent, { mode: 0o711 });
    await chmod(parent, 0o711);
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error;
  }
  const found = await lstat(parent);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0)
    throw new Error(
      `${parent} belongs to another user, or others can write to it. Remove it, or use a data folder (HOMIE_DATA) with a shorter path.`,
    );
  await mkdir(folder, { recursive: true, mode: 0o700 });
  giveToPostgres(folder);
}

/**
 * Removes the locks on the sockets of a cluster that does not run. After a power cut, the process id in them may belong to
 * another process, and PostgreSQL would not start.
 */
export async function removeSocketLocks(cluster: string): Promise<void> {
  const folder = getSocketFolder(cluster);
  const names = await readdir(folder).catch(() => []);
  for (const name of names)
    if (SOCKET_LOCK.test(name)) await rm(join(folder, name), { force: true });
}
