import { randomUUID } from 'node:crypto';
import {
  link,
  mkdir,
  open,
  readFile,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? error.code : undefined);
/** @param {unknown} error */
const missing = (error) => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';

/**
 * Returns whether a file is a temporary one, which a killed process may leave behind and no reader sees.
 * @param {string} name
 */
const isAside = (name) => name.startsWith('.');

/**
 * Waits until the file names of a folder are flushed to disk. Windows cannot do that, and does not need it.
 * @param {string} folder
 */
async function syncFolder(folder) {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/**
 * Creates a release store in a folder that a server of this machine (or of a shared disk) serves.
 * @param {string} folder
 * @returns {import('./release-store.mjs').ReleaseStore}
 */
export function createFolderStore(folder) {
  /** @param {string} name path in the store */
  const getPath = (name) => path.join(folder, ...name.split('/'));

  /**
   * Returns a temporary path next to a file, on the same disk, that no listing shows.
   * @param {string} file
   */
  async function aside(file) {
    await mkdir(path.dirname(file), { recursive: true });
    return path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}`);
  }

  /**
   * Resolves to an empty list if the folder does not exist.
   * @template T
   * @param {Promise<T[]>} reading
   * @returns {Promise<T[]>}
   */
  function orNothing(reading) {
    return reading.catch((error) => {
      if (missing(error)) return [];
      throw error;
    });
  }

  return {
    location: folder,
    read: (name) =>
      readFile(getPath(name)).catch((error) => {
        if (missing(error)) return undefined;
        throw error;
      }),

    async create(name, bytes) {
      const file = getPath(name);
      const written = await aside(file);
      try {
        await writeFile(written, bytes, { flush: true });
        // Not opened exclusively and then written: a link makes the file appear complete.
        await link(written, file);
        await syncFolder(path.dirname(file));
        return true;
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false;
        throw error;
      } finally {
        await rm(written, { force: true });
      }
    },

    async replace(name, bytes) {
      const file = getPath(name);
      const written = await aside(file);
      try {
        await writeFile(written, bytes, { flush: true });
        await rename(written, file);
        await syncFolder(path.dirname(file));
      } finally {
        await rm(written, { force: true });
      }
    },

    async createFolder(name, files) {
      const target = getPath(name);
      const written = await aside(target);
      const folders = new Set();
      try {
        for (const [file, bytes] of files) {
          const folderOfFile = path.dirname(path.join(written, file));
          await mkdir(folderOfFile, { recursive: true });
          await writeFile(path.join(written, file), bytes, { flush: true });
          folders.add(folderOfFile);
        }
        for (const each of folders) await syncFolder(each);
        const isFirst = await rename(written, target).then(
          () => true,
          (error) => {
            if (codeOf(error) === 'ENOTEMPTY' || codeOf(error) === 'EEXIST') return false;
            throw error;
          },
        );
        if (isFirst) await syncFolder(path.dirname(target));
        return isFirst;
      } finally {
        await rm(written, { recursive: true, force: true });
      }
    },

    list: async (name) =>
      (await orNothing(readdir(getPath(name)))).filter((entry) => !isAside(entry)),

    async listAll(name) {
      const directory = getPath(name);
      const entries = await orNothing(readdir(directory, { recursive: true, withFileTypes: true }));
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
        .map((file) => file.split(path.sep).join('/'))
        .filter((file) => !file.split('/').some(isAside));
    },

    async remove(paths) {
      for (const name of paths) {
        await rm(getPath(name), { force: true });
        await removeEmpty(path.dirname(getPath(name)), folder);
      }
    },

    async removeRemains(before) {
      const entries = await orNothing(readdir(folder, { recursive: true, withFileTypes: true }));
      for (const { name, parentPath } of entries.filter((entry) => isAside(entry.name))) {
        const file = path.join(parentPath, name);
        // One inside another is removed with that.
        const { mtime } = await stat(file).catch(() => ({ mtime: before }));
        if (mtime < before) await rm(file, { recursive: true, force: true });
      }
    },

    prepare: async () => void (await mkdir(folder, { recursive: true })),

    // The server of the environment serves its own folder.
    address: (name) => `/${name}`,
  };
}

/**
 * Removes a folder that has become empty, and those above it up to the store's.
 * @param {string} directory
 * @param {string} top folder of the store
 * @returns {Promise<void>}
 */
async function removeEmpty(directory, top) {
  if (directory === top) return;
  try {
    await rmdir(directory);
  } catch {
    return; // Not empty, or already removed.
  }
  await removeEmpty(path.dirname(directory), top);
}
