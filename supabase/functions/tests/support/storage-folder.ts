import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folder of a server's stored files, for a test that reads it. */
export class StorageFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  static async create(): Promise<StorageFolder> {
    return new StorageFolder(await mkdtemp(join(tmpdir(), 'homie-storage-')));
  }

  /** Returns the paths of its files, incomplete ones included, without the marker file of the folder. */
  async files(): Promise<string[]> {
    const entries = await readdir(this.path, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map(({ parentPath, name }) => join(parentPath, name));
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }
}
