import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSystemError } from '../../http/system-error.ts';

/**
 * In the folder of stored files: distinguishes it from every other one, e.g. from the empty folder after a mount was
 * lost.
 */
const FILE = '.folder-id';

/** @returns undefined if there is none */
export async function readStorageId(storageDir: string): Promise<string | undefined> {
  const text = await readFile(join(storageDir, FILE), 'utf8').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return '';
    throw error;
  });
  return text.trim() || undefined;
}

/** Returns the id of the folder. The first call creates both. */
export async function ensureStorageId(storageDir: string): Promise<string> {
  await mkdir(storageDir, { recursive: true, mode: 0o700 });
  const found = await readStorageId(storageDir);
  if (found !== undefined) return found;
  const id = randomUUID();
  try {
    await writeFile(join(storageDir, FILE), `${id}\n`, { flag: 'wx', mode: 0o600 });
    return id;
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error;
    // Another process was first, and may still be writing.
    return (await readStorageId(storageDir)) ?? ensureStorageId(storageDir);
  }
}
