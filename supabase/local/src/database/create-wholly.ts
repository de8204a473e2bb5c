import { access, mkdir, readdir, rm, writeFile } from 'node:fs/promises';

/** Beside a folder of database files while they are made for the first time. */
export const INCOMPLETE = '.incomplete';

/**
 * Opens the database in a folder, or makes one there. Making it writes about a thousand files: one
 * that was killed in between left some of them, from which no database opens. Nobody was served
 * from those, so they are removed and made anew.
 * @param open told whether there is nothing yet
 */
export async function createWholly<T>(
  folder: string,
  open: (isNew: boolean) => Promise<T>,
): Promise<T> {
  const mark = folder + INCOMPLETE;
  if (await exists(mark)) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const isNew = (await readdir(folder)).length === 0;
  if (isNew) await writeFile(mark, '');
  const opened = await open(isNew);
  if (isNew) await rm(mark);
  return opened;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
