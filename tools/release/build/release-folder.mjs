import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Failure } from '../failure.mjs';
import { integrityOf } from './build-files.mjs';
import { contributionsOf, packageVersion, requirementsOf } from './remotes.mjs';

/** The file of a version whose presence says that all of it is there. */
export const RECORD = 'release.json';
const INTEGRITY = 'integrity.json';

/** Folder of a version in a store. */
export const folderOf = (name, version) => `remotes/${name}/${version}`;

/**
 * Puts a build where pages will find it, unless this very build is there already.
 * @param {import('../stores/release-store.mjs').ReleaseStore} store
 * @param {string} name of the remote
 * @param {import('./build-files.mjs').Build} build
 * @param {{ commit?: string }} origin
 * @returns {Promise<import('../manifest/changes.mjs').Release>}
 */
export async function placeRelease(store, name, build, { commit } = {}) {
  const stated = statedBy(name);
  const version = versionOf(name, build, stated);
  const folder = folderOf(name, version);
  const release = {
    version,
    entry: store.address(`${folder}/${build.entry}`),
    integrity: integrityOf(Buffer.from(build.integrityFile)),
    ...stated,
  };
  if (await isThere(store, folder, build)) return release;
  const record = {
    ...release,
    entry: build.entry,
    contract: build.contract,
    bytes: bytesOf(build),
    gzipBytes: gzipBytesOf(build),
    ...(commit && { commit }),
    builtAt: new Date().toISOString(),
  };
  const files = new Map([
    ...build.files,
    [INTEGRITY, build.integrityFile],
    [RECORD, `${JSON.stringify(record, null, 2)}\n`],
  ]);
  if (!(await store.createFolder(folder, files, RECORD))) await isThere(store, folder, build);
  return release;
}

/** What a remote's sources say of each of its releases. */
export const statedBy = (name) => ({
  requires: requirementsOf(name),
  contributions: contributionsOf(name),
});

/** Whatever a manifest says of a release is in its version: the same version is the same in every way. */
function versionOf(name, build, stated) {
  const hash = createHash('sha256').update(build.hash).update(JSON.stringify(stated));
  return `${packageVersion(name)}-${hash.digest('hex').slice(0, 8)}`;
}

/** @throws {Failure} when another build is there under this version */
async function isThere(store, folder, build) {
  const [record, integrity] = await Promise.all([
    store.read(`${folder}/${RECORD}`),
    store.read(`${folder}/${INTEGRITY}`),
  ]);
  if (!record) return false;
  if (integrity?.toString('utf8') !== build.integrityFile)
    throw new Failure(
      `${store.place} has another build as ${folder}: a version never changes.`,
      'Raise the version in the remote’s package.json.',
    );
  return true;
}

/**
 * Reads what a store knows of a version.
 * @returns {Promise<{ record: object, release: import('../manifest/changes.mjs').Release }>}
 * @throws {Failure} when it is not there
 */
export async function readRelease(store, name, version) {
  const folder = folderOf(name, version);
  const bytes = await store.read(`${folder}/${RECORD}`);
  if (!bytes)
    throw new Failure(
      `${name} ${version} is not in ${store.place}.`,
      `Versions there: ${(await store.list(`remotes/${name}`)).join(', ') || 'none'}.`,
    );
  const record = JSON.parse(bytes.toString('utf8'));
  const { requires, integrity, contributions } = record;
  const entry = store.address(`${folder}/${record.entry}`);
  return { record, release: { version, entry, integrity, requires, contributions } };
}

const bytesOf = (build) => [...build.files.values()].reduce((sum, { length }) => sum + length, 0);

/** What the scripts of a build weigh as they travel. */
export function gzipBytesOf(build) {
  return [...build.files]
    .filter(([file]) => file.endsWith('.js'))
    .reduce((sum, [, bytes]) => sum + gzipSync(bytes, { level: 9 }).length, 0);
}
