import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { isSameProcess, processStart } from './process-start.ts';

/** Prefix of shared locks, next to the exclusive lock. */
const PREFIX = 'server.lock.shared.';

const userSchema = z.object({
  pid: z.number(),
  start: z.string(),
  host: z.string(),
  address: z.string(),
});

/** A process with a shared lock on the folder, as processes on one PostgreSQL have. */
export type FolderUser = z.infer<typeof userSchema>;

/**
 * Creates a shared lock of this process.
 * @returns a function that releases it
 */
export async function announceUse(dataDir: string, address: string): Promise<() => Promise<void>> {
  const file = join(dataDir, PREFIX + randomUUID());
  const user: FolderUser = {
    pid: process.pid,
    start: await processStart(process.pid),
    host: hostname(),
    address,
  };
  await writeFile(file, JSON.stringify(user));
  return () => rm(file, { force: true });
}

/**
 * Finds a process of this computer with a shared lock on the folder. Stale locks are removed; those of other computers
 * are ignored, because this one cannot detect whether their processes run.
 */
export async function findUser(dataDir: string): Promise<FolderUser | undefined> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(PREFIX));
  for (const name of names) {
    const file = join(dataDir, name);
    // The first one is enough.
    const user = await readUser(file);
    if (!user || user.host !== hostname()) continue;
    if (await isSameProcess(user.pid, user.start)) return user;
    await rm(file, { force: true });
  }
  return undefined;
}

async function readUser(file: string): Promise<FolderUser | undefined> {
  const text = await readFile(file, 'utf8').catch(() => 'null');
  try {
    return userSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
