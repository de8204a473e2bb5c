import { randomUUID } from 'node:crypto';
import { link, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/*
 * Files are written to a temporary name with `flush: true`, which waits for the disk, and renamed or linked here. After
 * a power failure either the whole old file or the whole new one exists.
 */

/** Replaces a file, or creates it, readable by its owner alone. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const aside = await writeAside(file, text);
  try {
    await renameDurably(aside, file);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

/** @throws EEXIST if the file exists */
export async function createFile(file: string, text: string): Promise<void> {
  const aside = await writeAside(file, text);
  await linkDurably(aside, file).finally(() => rm(aside, { force: true }));
}

async function writeAside(file: string, text: string): Promise<string> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await writeFile(aside, text, { mode: 0o600, flush: true });
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  return aside;
}

/** Renames a written file to the name of another one, which it replaces. */
export async function renameDurably(aside: string, file: string): Promise<void> {
  await rename(aside, file);
  await syncFolder(dirname(file));
}

/**
 * Links a written file to its final name; `aside` remains.
 * @throws EEXIST if there is a file of this name
 */
export async function linkDurably(aside: string, file: string): Promise<void> {
  await link(aside, file);
  await syncFolder(dirname(file));
}

/** Flushes the names of the files in a folder to the disk. Windows cannot do that, and does not need it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
