import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { lockDataFolder } from '../../data/lock/data-folder-lock.ts';
import { checkpointFile, storeStartCheckpoint } from '../../data/secrets/checkpoint-file.ts';
import { loadSecrets } from '../../data/secrets/load-secrets.ts';
import { resetDataFolder } from './reset-data-folder.ts';

describe('reset', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'homie-reset-'));
    return () => rm(folder, { recursive: true, force: true });
  });

  async function fill() {
    const { auditSigningKey } = await loadSecrets(folder);
    await storeStartCheckpoint(checkpointFile(folder), auditSigningKey);
    await mkdir(join(folder, 'database/base'), { recursive: true });
    await writeFile(join(folder, 'database/base/1'), 'data');
  }

  test('empties a data folder', async () => {
    await fill();
    // Files of processes that were killed.
    const id = crypto.randomUUID();
    for (const name of [
      'database.incomplete',
      'secrets.json.4711',
      `secrets.json.${id}`,
      `audit-checkpoint.json.${id}`,
    ])
      await writeFile(join(folder, name), '');
    await resetDataFolder(folder, 'here');
    expect(await readdir(folder)).toEqual([]);
  });

  test('does nothing without data', async () => {
    await resetDataFolder(folder, 'here');
    await resetDataFolder(join(folder, 'missing'), 'here');
    expect(await readdir(folder)).toEqual([]);
  });

  test('refuses a folder that contains other files', async () => {
    await fill();
    await writeFile(join(folder, 'thesis.txt'), 'ten years of work');
    await expect(resetDataFolder(folder, 'here')).rejects.toThrow(/no data folder/);
    await rm(join(folder, 'thesis.txt'));
    await rm(join(folder, 'secrets.json'));
    await expect(resetDataFolder(folder, 'here')).rejects.toThrow(/no data folder/);
    expect(await readdir(folder)).toEqual(['audit-checkpoint.json', 'database']);
  });

  test('refuses a folder that is in use', async () => {
    await fill();
    const lock = await lockDataFolder(folder, 'http://localhost:4200');
    await expect(resetDataFolder(folder, 'here')).rejects.toThrow(/in use by process/);
    expect(await readdir(join(folder, 'database/base'))).toEqual(['1']);
    await lock.release();
  });
});
