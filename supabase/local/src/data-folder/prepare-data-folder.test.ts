import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DataFolderError, prepareDataFolder } from './prepare-data-folder.ts';

describe('the data folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'homie-data-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const modeOf = async (...path: string[]) => (await stat(join(folder, ...path))).mode & 0o777;

  test('a new one is open to its owner alone', async () => {
    await prepareDataFolder(join(folder, 'a/b'), ['database']);
    expect(await modeOf('a/b')).toBe(0o700);
    expect(await modeOf('a/b/database')).toBe(0o700);
  });

  test('in one that others can read, the records are closed', async () => {
    await chmod(folder, 0o755);
    await mkdir(join(folder, 'database'));
    await chmod(join(folder, 'database'), 0o755);
    await prepareDataFolder(folder, ['database', 'storage']);
    expect(await modeOf('database')).toBe(0o700);
    expect(await modeOf('storage')).toBe(0o700);
    expect(await modeOf()).toBe(0o755);
  });

  test('what cannot be one is named, with what to do', async () => {
    await writeFile(join(folder, 'file'), '');
    for (const place of ['file', 'file/below']) {
      const preparing = prepareDataFolder(join(folder, place), []);
      await expect(preparing).rejects.toThrow(DataFolderError);
      await expect(preparing).rejects.toThrow(
        `The data folder ${join(folder, place)} cannot be used: it is not a folder. Choose another one with HOMIE_DATA.`,
      );
    }
  });
});
