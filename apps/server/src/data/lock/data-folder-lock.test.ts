import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { DataFolderInUseError, LOCK_FILE, lockDataFolder } from './data-folder-lock.ts';
import { processStart } from './process-start.ts';

describe('data folder lock', () => {
  let folder: string;
  const address = 'http://localhost:4200';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'homie-lock-'));
    return () => rm(folder, { recursive: true, force: true });
  });

  test('a second holder is refused with the PID and the address of the first', async () => {
    const lock = await lockDataFolder(folder, address);
    const second = lockDataFolder(folder, 'http://localhost:4300');
    await expect(second).rejects.toThrow(DataFolderInUseError);
    await expect(second).rejects.toThrow(new RegExp(`process ${process.pid}.*${address}`));
    await lock.release();
    expect(await readdir(folder)).toEqual([]);
  });

  test('one of several concurrent processes wins', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, () => lockDataFolder(folder, address)),
    );
    const refused = attempts.flatMap((attempt) =>
      attempt.status === 'rejected' ? [attempt.reason as unknown] : [],
    );
    expect(refused).toHaveLength(7);
    for (const reason of refused) expect(reason).toBeInstanceOf(DataFolderInUseError);
  });

  test('the lock of a process that no longer runs is taken over', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    const stale = JSON.stringify({ pid: child.pid, start: '', address });
    await writeFile(join(folder, LOCK_FILE), stale);
    const lock = await lockDataFolder(folder, address);
    expect(await readFile(join(folder, LOCK_FILE), 'utf8')).toContain(String(process.pid));
    await lock.release();
  });

  test('a PID that another process has reused is ignored', async () => {
    const start = 'an earlier boot/1';
    expect(await processStart(process.pid)).not.toBe(start);
    await writeFile(
      join(folder, LOCK_FILE),
      JSON.stringify({ pid: process.pid, start, address: 'http://localhost:1' }),
    );
    await (await lockDataFolder(folder, address)).release();
  });

  test('a damaged lock is taken over', async () => {
    await writeFile(join(folder, LOCK_FILE), '{"pid":');
    const lock = await lockDataFolder(folder, address);
    expect(await readFile(join(folder, LOCK_FILE), 'utf8')).toContain(String(process.pid));
    await lock.release();
  });

  test('releasing does not remove another process’s lock', async () => {
    const lock = await lockDataFolder(folder, address);
    await writeFile(join(folder, LOCK_FILE), 'taken over');
    await lock.release();
    expect(await readFile(join(folder, LOCK_FILE), 'utf8')).toBe('taken over');
  });
});
