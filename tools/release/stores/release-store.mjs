/**
 * Store of releases and manifests. Paths are relative to the store, with slashes: `remotes/<name>/<version>/…` never
 * change once written, `environments/<env>/…` define which versions run where.
 *
 * @typedef {object} ReleaseStore
 * @property {string} location for display
 * @property {(path: string) => Promise<Buffer | undefined>} read the file as it is now, never an older copy
 * @property {(path: string, bytes: Buffer | string) => Promise<boolean>} create a file atomically; false if one
 *   exists already, which stays unchanged. Of any number of concurrent callers one gets true.
 * @property {(path: string, bytes: Buffer | string) => Promise<void>} replace
 *   a file; readers see the old or the new one, never half of it
 * @property {(folder: string, files: ReadonlyMap<string, Buffer | string>, last: string) => Promise<boolean>} createFolder
 *   with all its files; false if it exists already. `last` is the file whose presence marks the folder as complete.
 * @property {(folder: string) => Promise<string[]>} list names of the files and folders directly in it
 * @property {(folder: string) => Promise<string[]>} listAll paths of all files below it, relative to it
 * @property {(paths: readonly string[]) => Promise<void>} remove files; ignores missing ones
 * @property {(before: Date) => Promise<void>} removeRemains removes temporary files that killed writers left behind
 *   before this time
 * @property {() => Promise<void>} prepare setup that an operator runs once, before the first release; repeating it
 *   changes nothing
 * @property {(path: string) => string} address by which a page loads the file
 */
export {};
