import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DATABASE_FOLDER } from '../../data/installation/prepare-data-folder.ts';
import { LOCK_FILE, lockDataFolder } from '../../data/lock/data-folder-lock.ts';
import { CHECKPOINT_FILE } from '../../data/secrets/checkpoint-file.ts';
import { SECRETS_FILE } from '../../data/secrets/load-secrets.ts';
import { isSystemError } from '../../http/system-error.ts';

/**
 * All entries that this server creates in its data folder, including those of a process that was killed in the middle;
 * `database` was PGlite's.
 */
const OURS = new Set([
  DATABASE_FOLDER,
  `${DATABASE_FOLDER}.password`,
  'database',
  'database.incomplete',
  'storage',
  CHECKPOINT_FILE,
  SECRETS_FILE,
]);
const isOurs = (entry: string) =>
  OURS.has(entry) ||
  entry.startsWith(`${DATABASE_FOLDER}.new.`) ||
  entry.startsWith(LOCK_FILE) ||
  /^(secrets|audit-checkpoint)\.json\.[\da-f-]+$/.test(entry);

/**
 * Empties a data folder, so that the next start creates everything from scratch.
 * @throws if a server uses it, or if it contains anything that is not ours
 */
export async function resetDataFolder(dataDir: string, address: string): Promise<void> {
  const entries = await readdir(dataDir).catch((error: unknown): string[] => {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  });
  if (entries.length === 0) return;
  if (!entries.every(isOurs) || !entries.includes(SECRETS_FILE))
    throw new Error(`${dataDir} is no data folder of this server; it is left as it is`);
  const lock = await lockDataFolder(dataDir, address);
  try {
    for (const entry of entries.filter((name) => !name.startsWith(LOCK_FILE)))
      await rm(join(dataDir, entry), { recursive: true, force: true });
  } finally {
    await lock.release();
  }
}
