import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSocketFolder, getSocketFolder, removeSocketLocks } from './socket-folder.ts';

describe.runIf(process.platform !== 'win32')('folder of the socket', () => {
  let cluster: string;
  let parent: string;
  beforeEach(async () => {
    const temporary = await realpath(await mkdtemp(join(tmpdir(), 'homie-sockets-')));
    vi.stubEnv('TMPDIR', temporary);
    cluster = join(temporary, 'a'.repeat(100));
    parent = dirname(getSocketFolder(cluster));
    return async () => {
      vi.unstubAllEnvs();
      await rm(temporary, { recursive: true });
    };
  });

  test('is ours, and that of PostgreSQL in it is closed to others, also at the next start', async () => {
    await createSocketFolder(cluster);
    await createSocketFolder(cluster);
    const [outer, inner] = await Promise.all([stat(parent), stat(getSocketFolder(cluster))]);
    expect(outer.uid).toBe(process.getuid?.());
    expect(outer.mode & 0o777).toBe(0o711);
    expect(inner.mode & 0o777).toBe(0o700);
  });

  test('is refused if others can write to it', async () => {
    await mkdir(parent);
    await chmod(parent, 0o777);
    await expect(createSocketFolder(cluster)).rejects.toThrow(`${parent} belongs to another user`);
  });

  test('is refused if it leads elsewhere', async () => {
    await symlink(tmpdir(), parent);
    await expect(createSocketFolder(cluster)).rejects.toThrow('belongs to another user');
  });

  test.runIf(process.getuid?.() === 0)('is refused if another user made it', async () => {
    await mkdir(parent, { mode: 0o700 });
    await chown(parent, 65_534, 65_534);
    await expect(createSocketFolder(cluster)).rejects.toThrow('belongs to another user');
  });

  test('the locks of a cluster that does not run are removed, and nothing else', async () => {
    await createSocketFolder(cluster);
    const folder = getSocketFolder(cluster);
    const lock = join(folder, '.s.PGSQL.5432.lock');
    const other = join(folder, 'notes.lock');
    await Promise.all([lock, other].map((file) => writeFile(file, '1')));
    await removeSocketLocks(cluster);
    await expect(stat(lock)).rejects.toThrow('ENOENT');
    expect((await stat(other)).size).toBe(1);
  });
});
