import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Puts a written file in the place of another one. After a power failure the whole old file is there or the whole new
 * one: both the file and the folder's entry are on the disk when this returns.
 * @param aside in the same folder as `file`, or in one of the same disk
 */
export async function replaceFile(aside: string, file: string): Promise<void> {
  await sync(aside, 'r+');
  await rename(aside, file);
  await syncFolder(dirname(file));
}

/** Writes to the disk which files a folder has. Windows cannot, and does not need it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await sync(folder, 'r');
}

async function sync(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
