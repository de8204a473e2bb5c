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

  test('a new folder is accessible to its owner only', async () => {
    await prepareDataFolder(join(folder, 'a/b'));
    // PostgreSQL must be able to traverse the folder if the server runs as root, because PostgreSQL itself refuses to.
    expect(await modeOf('a/b')).toBe(process.getuid?.() === 0 ? 0o701 : 0o700);
    expect(await modeOf('a/b/storage')).toBe(0o700);
  });

  test('in a folder that others can read, the records are not accessible', async () => {
    await chmod(folder, 0o755);
    await mkdir(join(folder, 'storage'));
    await chmod(join(folder, 'storage'), 0o755);
    await prepareDataFolder(folder);
    expect(await modeOf('storage')).toBe(0o700);
    expect(await modeOf()).toBe(0o755);
  });

  test('a folder with the database of an earlier release is refused, with the migration commands', async () => {
    await mkdir(join(folder, 'database'));
    await writeFile(join(folder, 'database/PG_VERSION'), '17');
    await expect(prepareDataFolder(folder)).rejects.toThrow(
      /written by an earlier release.*docs.guides.upgrading\.md/,
    );
  });

  test('an unusable folder is named, with instructions', async () => {
    await writeFile(join(folder, 'file'), '');
    for (const place of ['file', 'file/below']) {
      const preparing = prepareDataFolder(join(folder, place));
      await expect(preparing).rejects.toThrow(DataFolderError);
      await expect(preparing).rejects.toThrow(
        `The data folder ${join(folder, place)} cannot be used: it is not a folder. Choose another one with HOMIE_DATA.`,
      );
    }
  });
});
