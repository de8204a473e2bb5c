import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { isSystemError } from '../../http/system-error.ts';
import { isSameProcess, processStart } from './process-start.ts';
import { announceUse, findUser } from './shared-folder-use.ts';

/** In the data folder. */
export const LOCK_FILE = 'server.lock';

const holderSchema = z.object({
  pid: z.number(),
  /** Tells this process from a later one with the same number; '' where the system cannot say. */
  start: z.string(),
  address: z.string(),
});
type Holder = z.infer<typeof holderSchema>;
type ShownHolder = Pick<Holder, 'pid' | 'address'>;

/** The data folder is in use by a process that is alive. */
export class DataFolderInUseError extends Error {
  constructor(dataDir: string, holder: ShownHolder) {
    super(
      `${dataDir} is in use by process ${holder.pid}, which serves ${holder.address}. Stop that one first, or start with another folder (HOMIE_DATA) and port (PORT).`,
    );
    this.name = 'DataFolderInUseError';
  }
}

/** The data folder, taken. */
export interface DataFolderLock {
  release(): Promise<void>;
}

/**
 * Takes the data folder for this process alone. A lock whose process is gone is taken over.
 * @param address where this process serves, shown to whoever comes second
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
    while (!(await linked(aside, file))) {
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
 * Takes the data folder for this process beside others that do so, as processes on one PostgreSQL.
 * @param address where this process serves, shown to whoever wants the folder alone
 * @throws {DataFolderInUseError} when a process has it alone
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

/** A link is made wholly or not at all, also when two processes try at once. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Moves the stale lock away; what turns out to be another's fresh one is put back. */
async function removeStale(file: string, stale: string): Promise<void> {
  const away = `${file}.${randomUUID()}`;
  try {
    await rename(file, away);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return;
    throw error;
  }
  if ((await readFile(away, 'utf8')) !== stale) await linked(away, file);
  await rm(away, { force: true });
}

function parseHolder(text: string): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
