import {
  getReleaseFolder,
  readRelease,
  readSameRecord,
  requireWhole,
  storeFiles,
} from './stored-release.mjs';

/**
 * Copies a version to another store; of one that is there in part, the missing files. Compares every file with the hash that it was released with, so that no modified
 * file is copied.
 * @param {import('../stores/release-store.mjs').ReleaseStore} source
 * @param {import('../stores/release-store.mjs').ReleaseStore} target
 * @param {string} name of the remote
 * @param {string} version
 * @returns {Promise<string>} result, in words
 */
export async function copyRelease(source, target, name, version) {
  if (source.location === target.location) return 'the same store';
  const folder = getReleaseFolder(name, version);
  const { record } = await readRelease(source, name, version);
  /** @type {Map<string, Buffer>} */
  const files = new Map();
  for (const file of await source.listAll(folder)) {
    const bytes = await source.read(`${folder}/${file}`);
    if (bytes) files.set(file, bytes);
  }
  await requireWhole(name, record, async (file) => files.get(file));
  const stored = await readSameRecord(target, name, record);
  const written = await storeFiles(target, folder, files, stored);
  return written === 0 ? 'there already' : `${written} of ${files.size} files copied`;
}
