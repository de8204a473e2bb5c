import { Failure } from '../failure.mjs';
import { readJson } from '../stores/read-json.mjs';
import { computeIntegrity } from './build-files.mjs';

/** File whose presence marks a version as complete. */
export const RECORD = 'release.json';
export const INTEGRITY = 'integrity.json';

/** File that marks a version whose removal has started. */
export const REMOVED = 'removed.json';

/** Names of remotes and versions are names of folders, never paths. */
const NAME = /^\w[\w.+-]*$/;
/** Size of an integrity.json that servers read, in bytes: `release-integrity.ts`. */
const LARGEST_LIST_BYTES = 256 * 1024;
/** Maximum number of files that are read concurrently. */
const AT_ONCE = 8;

/**
 * Requirements and contributions that a remote's sources declare for its releases.
 * @typedef {{ requires: Record<string, string>, contributions: import('../manifest/changes.mjs').Release['contributions'] }} Stated
 */

/**
 * Record of a version in a store.
 * @typedef {object} ReleaseRecord
 * @property {string} version
 * @property {string} entry path inside the version's folder
 * @property {string} integrity hash of its integrity.json
 * @property {Record<string, string>} [files] hashes of all files but compressed ones, by path; older records have none
 * @property {Stated['requires']} requires
 * @property {Stated['contributions']} contributions
 * @property {Record<string, string[]>} contract names that it imports, by shared library
 * @property {number} bytes
 * @property {number} gzipBytes gzipped size of its scripts
 * @property {string} [commit]
 * @property {string} builtAt ISO 8601
 */

/**
 * Returns whether a text can be the name of a remote or a version.
 * @param {string} text
 */
export const isName = (text) => NAME.test(text);

/**
 * Returns the folder of a version in a store.
 * @param {string} name of the remote
 * @param {string} version
 * @throws {Failure} if one of them is a path
 */
export function getReleaseFolder(name, version) {
  if (!isName(name)) throw new Failure(`"${name}" is no name of a remote.`);
  if (!isName(version))
    throw new Failure(`"${version}" is no version of ${name}.`, 'Name it as `revisions` lists it.');
  return `remotes/${name}/${version}`;
}

/**
 * Reads the record of a version.
 * @param {import('../stores/release-store.mjs').ReleaseStore} store
 * @param {string} name of the remote
 * @param {string} version
 * @returns {Promise<ReleaseRecord | undefined>} undefined if the version is not stored, or not completely
 * @throws {Failure} if it is damaged
 */
export function readRecord(store, name, version) {
  return readJson(
    store,
    `${getReleaseFolder(name, version)}/${RECORD}`,
    (record) =>
      record.version === version &&
      typeof record.entry === 'string' &&
      typeof record.integrity === 'string',
    `Release this build of ${name} again, or promote ${version} from another store.`,
  );
}

/**
 * Reads a version from a store.
 * @param {import('../stores/release-store.mjs').ReleaseStore} store
 * @param {string} name of the remote
 * @param {string} version
 * @returns {Promise<{ record: ReleaseRecord, release: import('../manifest/changes.mjs').Release }>}
 * @throws {Failure} if the version does not exist
 */
export async function readRelease(store, name, version) {
  const record = await readRecord(store, name, version);
  if (!record)
    throw new Failure(
      `${name} ${version} is not in ${store.location}.`,
      `Versions there: ${(await store.list(`remotes/${name}`)).join(', ') || 'none'}.`,
    );
  const { requires, integrity, contributions } = record;
  const entry = store.address(`${getReleaseFolder(name, version)}/${record.entry}`);
  return { record, release: { version, entry, integrity, requires, contributions } };
}

/**
 * Requires that all files of a version are as they were released.
 * @param {string} name of the remote
 * @param {Pick<ReleaseRecord, 'version' | 'entry' | 'integrity' | 'files'>} record
 * @param {(file: string) => Promise<Buffer | undefined>} read a file of the version, by path inside it
 * @throws {Failure} if one is missing or differs from its hash
 */
export async function requireWhole(name, { version, entry, integrity, files }, read) {
  /** @param {string} file @param {string} problem */
  const damaged = (file, problem) =>
    new Failure(
      `${name} ${version} is not what was released: ${file} ${problem}.`,
      'Release the same build again, or promote it from another store: that completes the version.',
    );
  const list = await read(INTEGRITY);
  if (!list) throw damaged(INTEGRITY, 'is missing');
  if (list.length > LARGEST_LIST_BYTES)
    throw new Failure(
      `${INTEGRITY} of ${name} ${version} is larger than ${LARGEST_LIST_BYTES.toLocaleString('en')} bytes: no server would read it.`,
      'Build the remote into fewer scripts.',
    );
  if (computeIntegrity(list) !== integrity) throw damaged(INTEGRITY, 'differs from its hash');
  /** @type {import('./build-files.mjs').IntegrityList} */
  const { files: scripts, prerendered } = JSON.parse(list.toString('utf8'));
  if (!Object.hasOwn(scripts, entry)) throw damaged(entry, 'is the entry, and none of its scripts');
  const hashes = Object.entries({
    ...files,
    ...(prerendered && { 'prerendered.json': prerendered }),
    ...scripts,
  });
  for (let begin = 0; begin < hashes.length; begin += AT_ONCE)
    await Promise.all(
      hashes.slice(begin, begin + AT_ONCE).map(async ([file, hash]) => {
        const bytes = await read(file);
        if (!bytes) throw damaged(file, 'is missing');
        if (computeIntegrity(bytes) !== hash) throw damaged(file, 'differs from its hash');
      }),
    );
}

/**
 * Stores the files of a version. Of a version that is stored in part, those that are missing or damaged.
 * @param {import('../stores/release-store.mjs').ReleaseStore} store
 * @param {string} folder of the version
 * @param {ReadonlyMap<string, Buffer | string>} files
 * @param {ReleaseRecord | undefined} stored record of the version in the store, if it is not damaged
 * @returns {Promise<number>} the number of files that it wrote
 */
export async function storeFiles(store, folder, files, stored) {
  if (!stored && (await store.createFolder(folder, files, RECORD))) {
    await store.remove([`${folder}/${REMOVED}`]);
    return files.size;
  }
  /**
   * @param {string} file
   * @param {Buffer | undefined} bytes
   */
  function isIntact(file, bytes) {
    // It has the time of the build.
    if (file === RECORD) return stored !== undefined;
    // Compressed forms differ between versions of Node.
    return file.endsWith('.br') ? bytes : bytes?.equals(Buffer.from(files.get(file) ?? ''));
  }
  let written = 0;
  const names = [...files.keys()].filter((file) => file !== RECORD);
  for (const file of [...names, RECORD]) {
    const path = `${folder}/${file}`;
    if (isIntact(file, await store.read(path))) continue;
    await store.replace(path, files.get(file) ?? '');
    written += 1;
  }
  await store.remove([`${folder}/${REMOVED}`]);
  return written;
}

/**
 * Reads the record of a version that is about to be stored.
 * @param {import('../stores/release-store.mjs').ReleaseStore} store
 * @param {string} name of the remote
 * @param {{ version: string, integrity?: string | undefined }} release
 * @returns {Promise<ReleaseRecord | undefined>} undefined if there is none, or it is damaged
 * @throws {Failure} if another build is stored under this version
 */
export async function readSameRecord(store, name, { version, integrity }) {
  const stored = await readRecord(store, name, version).catch(() => undefined);
  if (stored && stored.integrity !== integrity)
    throw new Failure(
      `${store.location} has another build as ${getReleaseFolder(name, version)}: a version never changes.`,
      'Raise the version in the remote’s package.json.',
    );
  return stored;
}
