import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of a server's stored files, for a test that looks into it. */
export class StorageFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  static async create(): Promise<StorageFolder> {
    return new StorageFolder(await mkdtemp(join(tmpdir(), 'homie-storage-')));
  }

  /** Where its files are, half written ones included; the mark of the folder itself is none. */
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
