import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSystemError } from '../../http/system-error.ts';

/** In the folder of stored files: tells it from every other one, e.g. from the empty folder that a lost mount leaves. */
const FILE = '.folder-id';

/** @returns undefined when there is none */
export async function readStorageId(storageDir: string): Promise<string | undefined> {
  const text = await readFile(join(storageDir, FILE), 'utf8').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return '';
    throw error;
  });
  return text.trim() || undefined;
}

/** The id of the folder, which is made and gets one at its first use. */
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
