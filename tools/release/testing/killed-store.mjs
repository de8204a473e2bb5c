/**
 * @typedef {import('../stores/release-store.mjs').ReleaseStore} ReleaseStore
 */

/**
 * Returns a store as a process sees it that is killed before its `step`-th change.
 * @param {ReleaseStore} store
 * @param {number} step
 * @returns {ReleaseStore}
 */
export function killAt(store, step) {
  let steps = 0;
  const count = () => {
    steps += 1;
    if (steps >= step) throw new Error('killed');
  };
  return {
    ...store,
    async create(...file) {
      count();
      return store.create(...file);
    },
    async replace(...file) {
      count();
      return store.replace(...file);
    },
    async createFolder(folder, files, last) {
      count();
      if (!store.location.startsWith('memory')) return store.createFolder(folder, files, last);
      // A bucket has no folders: each file is a change.
      for (const [file, bytes] of files) {
        if (file === last) continue;
        await store.create(`${folder}/${file}`, bytes);
        count();
      }
      return store.create(`${folder}/${last}`, files.get(last) ?? '');
    },
    async remove(paths) {
      for (const path of paths) {
        count();
        await store.remove([path]);
      }
    },
  };
}

/**
 * Creates a store in memory that behaves as a bucket.
 * @param {string} name
 * @param {ReadonlyMap<string, Buffer>} [contents]
 */
export function createMemoryStore(name, contents = new Map()) {
  const files = new Map(contents);
  /** @param {string} folder */
  const listAll = async (folder) =>
    [...files.keys()].flatMap((path) =>
      path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [],
    );
  /** @type {ReleaseStore} */
  const store = {
    location: `memory ${name}`,
    read: async (path) => files.get(path),
    async create(path, bytes) {
      if (files.has(path)) return false;
      files.set(path, Buffer.from(bytes));
      return true;
    },
    replace: async (path, bytes) => void files.set(path, Buffer.from(bytes)),
    async createFolder(folder, all, last) {
      for (const [file, bytes] of all)
        if (file !== last) await store.create(`${folder}/${file}`, bytes);
      return store.create(`${folder}/${last}`, all.get(last) ?? '');
    },
    list: async (folder) => [
      ...new Set((await listAll(folder)).flatMap((path) => path.split('/', 1))),
    ],
    listAll,
    remove: async (paths) => paths.forEach((path) => files.delete(path)),
    removeRemains: async () => undefined,
    prepare: async () => undefined,
    address: (path) => `https://${name}.example/${path}`,
  };
  return { store, files };
}
