import { getReleaseFolder, readRelease, RECORD, requireWhole } from './stored-release.mjs';

/**
 * Copies a version to another store. Compares every file with the hash that it was released with, so that no modified
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
  if (await target.read(`${folder}/${RECORD}`)) return 'there already';
  const { record } = await readRelease(source, name, version);
  /** @type {Map<string, Buffer>} */
  const files = new Map();
  for (const file of await source.listAll(folder)) {
    const bytes = await source.read(`${folder}/${file}`);
    if (bytes) files.set(file, bytes);
  }
  await requireWhole(name, record, async (file) => files.get(file));
  await target.createFolder(folder, files, RECORD);
  return `${files.size} files copied`;
}
