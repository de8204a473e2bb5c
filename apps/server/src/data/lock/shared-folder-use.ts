import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { isSameProcess, processStart } from './process-start.ts';

/** Beside the lock of a process that has the folder alone. */
const PREFIX = 'server.lock.shared.';

const userSchema = z.object({
  pid: z.number(),
  start: z.string(),
  host: z.string(),
  address: z.string(),
});

/** A process that uses the folder beside others, as those on one PostgreSQL do. */
export type FolderUser = z.infer<typeof userSchema>;

/**
 * Says that this process uses the folder.
 * @returns how to take it back
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
 * A process of this computer that uses the folder beside others. What others have left behind is removed; of those on
 * other computers nobody here can say whether they live.
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
