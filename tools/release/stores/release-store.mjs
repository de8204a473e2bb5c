/**
 * Where releases and manifests are kept. Paths are relative to the store, with slashes:
 * `remotes/<name>/<version>/…` never change once there, `environments/<env>/…` say what runs where.
 *
 * @typedef {object} ReleaseStore
 * @property {string} place where it is, for people
 * @property {(path: string) => Promise<Buffer | undefined>} read the file as it is now, never an older copy
 * @property {(path: string, bytes: Buffer | string) => Promise<boolean>} create
 *   a file wholly or not at all; false when one is there already, which is left as it is. Of any
 *   number of callers at once one gets true.
 * @property {(path: string, bytes: Buffer | string) => Promise<void>} replace
 *   a file; readers see the old or the new one, never half of it
 * @property {(folder: string, files: ReadonlyMap<string, Buffer | string>, last: string) => Promise<boolean>} createFolder
 *   with all its files; false when it is there already. `last` is the file whose presence says that all are there.
 * @property {(folder: string) => Promise<string[]>} list names of the files and folders directly in it
 * @property {(folder: string) => Promise<string[]>} listAll paths of all files below it, relative to it
 * @property {(paths: readonly string[]) => Promise<void>} remove files; what is not there is no error
 * @property {() => Promise<void>} prepare what an operator does once, before the first release; nothing the second time
 * @property {(path: string) => string} address by which a page finds the file
 */
export {};
