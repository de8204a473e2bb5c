import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import type { Driver } from './drivers/driver.ts';

/** Waits until a download whose name matches is complete, deletes the file and returns its text. */
export async function readDownload({ downloads }: Driver, name: RegExp): Promise<string> {
  let file = '';
  const isComplete = async () => {
    const names = await readdir(downloads);
    const found = names.find((each) => name.test(each));
    if (found === undefined || names.some((each) => /\.(part|wkdownload)$/.test(each)))
      return false;
    file = path.join(downloads, found);
    return (await readFile(file)).length > 0;
  };
  await expect.poll(isComplete, { message: `download ${name}`, timeout: 60_000 }).toBe(true);
  const text = await readFile(file, 'utf8');
  await rm(file);
  return text;
}
