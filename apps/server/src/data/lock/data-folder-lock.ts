import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { isSystemError } from '../../http/system-error.ts';
import { isSameProcess, processStart } from './process-start.ts';
import { announceUse, findUser } from './shared-folder-use.ts';

/** Name of the lock file in the data folder. */
export const LOCK_FILE = 'server.lock';

const holderSchema = z.object({
  pid: z.number(),
  /** Distinguishes this process from a later one with the same id; '' if the system cannot provide it. */
  start: z.string(),
  address: z.string(),
});
type Holder = z.infer<typeof holderSchema>;
type ShownHolder = Pick<Holder, 'pid' | 'address'>;

/** The data folder is in use by a running process. */
export class DataFolderInUseError extends Error {
  constructor(dataDir: string, holder: ShownHolder) {
    super(
      `${dataDir} is in use by process ${holder.pid}, which serves ${holder.address}. Stop that one first, or start with another folder (HOMIE_DATA) and port (PORT).`,
    );
    this.name = 'DataFolderInUseError';
  }
}

/** Lock on the data folder. */
export interface DataFolderLock {
  release(): Promise<void>;
}

/**
 * Locks the data folder exclusively. A lock of a process that no longer runs is taken over.
 * @param address where this process serves, shown to a second process
 * @throws {DataFolderInUseError}
 */
export async function lockDataFolder(dataDir: string, address: string): Promise<DataFolderLock> {
  const file = join(dataDir, LOCK_FILE);
  const mine = JSON.stringify({
    pid: process.pid,
    start: await processStart(process.pid),
    address,
  } satisfies Holder);
  const aside = `${file}.${randomUUID()}`;
  await writeFile(aside, mine);
  try {
    while (!(await tryLink(aside, file))) {
      const found = await readFile(file, 'utf8').catch(() => undefined);
      if (found === undefined) continue;
      const holder = await livingHolder(found);
      if (holder) throw new DataFolderInUseError(dataDir, holder);
      await removeStale(file, found);
    }
  } finally {
    await rm(aside, { force: true });
  }
  const release = async () => {
    if ((await readFile(file, 'utf8').catch(() => undefined)) === mine)
      await rm(file, { force: true });
  };
  const user = await findUser(dataDir);
  if (!user) return { release };
  await release();
  throw new DataFolderInUseError(dataDir, user);
}

/**
 * Acquires a shared lock on the data folder, for processes on one PostgreSQL.
 * @param address where this process serves, shown to a process that requests an exclusive lock
 * @throws {DataFolderInUseError} if a process holds an exclusive lock
 */
export async function shareDataFolder(dataDir: string, address: string): Promise<DataFolderLock> {
  const release = await announceUse(dataDir, address);
  const found = await readFile(join(dataDir, LOCK_FILE), 'utf8').catch(() => '');
  const holder = await livingHolder(found);
  if (!holder) return { release };
  await release();
  throw new DataFolderInUseError(dataDir, holder);
}

async function livingHolder(found: string): Promise<Holder | undefined> {
  const holder = parseHolder(found);
  return holder && (await isSameProcess(holder.pid, holder.start)) ? holder : undefined;
}

/** Creates a hard link, which is atomic even if two processes try concurrently. */
async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Renames the stale lock and removes it. A lock that turns out to be another process's fresh one is restored. */
async function removeStale(file: string, stale: string): Promise<void> {
  const away = `${file}.${randomUUID()}`;
  try {
    await rename(file, away);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return;
    throw error;
  }
  if ((await readFile(away, 'utf8')) !== stale) await tryLink(away, file);
  await rm(away, { force: true });
}

function parseHolder(text: string): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
