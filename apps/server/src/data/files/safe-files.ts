import { randomUUID } from 'node:crypto';
import { link, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/*
 * Files are written aside with `flush: true`, which waits for the disk, and put into place here. After a power failure
 * there is the whole old file or the whole new one.
 */

/** Replaces a file, or creates it, readable by its owner alone. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const aside = await writeAside(file, text);
  try {
    await moveIntoPlace(aside, file);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

/** @throws EEXIST if the file exists */
export async function createFile(file: string, text: string): Promise<void> {
  const aside = await writeAside(file, text);
  await linkIntoPlace(aside, file).finally(() => rm(aside, { force: true }));
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

/** Puts a written file in the place of another one, which it replaces. */
export async function moveIntoPlace(aside: string, file: string): Promise<void> {
  await rename(aside, file);
  await syncFolder(dirname(file));
}

/**
 * Puts a written file into place; `aside` stays.
 * @throws EEXIST when there is a file of this name
 */
export async function linkIntoPlace(aside: string, file: string): Promise<void> {
  await link(aside, file);
  await syncFolder(dirname(file));
}

/** Waits until the names of the files in a folder are on the disk. Windows cannot do that, and does not need it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
