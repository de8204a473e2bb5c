import { Failure } from '../failure.mjs';
import { computeIntegrity } from './build-files.mjs';
import { getReleaseFolder, RECORD } from './release-folder.mjs';

/**
 * Copies a version to another store. Compares every script with the hash that it was released with, so that no modified
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
  /** @type {Map<string, Buffer>} */
  const files = new Map();
  for (const file of await source.listAll(folder)) {
    const bytes = await source.read(`${folder}/${file}`);
    if (bytes) files.set(file, bytes);
  }
  requireUnchanged(name, version, files);
  await target.createFolder(folder, files, RECORD);
  return `${files.size} files copied`;
}

/**
 * @param {string} name of the remote
 * @param {string} version
 * @param {ReadonlyMap<string, Buffer>} files of the version, by path inside it
 * @throws {Failure} if a script is not the one that was released
 */
export function requireUnchanged(name, version, files) {
  /** @type {Partial<import('./release-folder.mjs').ReleaseRecord>} */
  const record = JSON.parse(files.get(RECORD)?.toString('utf8') ?? '{}');
  const list = files.get('integrity.json');
  /** @param {string} file */
  const changed = (file) =>
    new Failure(
      `${name} ${version} is not what was released: ${file} differs from its hash.`,
      'Somebody or something has changed the store. Release the version anew.',
    );
  if (!list || computeIntegrity(list) !== record.integrity) throw changed('integrity.json');
  /** @type {import('./build-files.mjs').IntegrityList} */
  const { files: hashes } = JSON.parse(list.toString('utf8'));
  for (const [file, hash] of Object.entries(hashes)) {
    const bytes = files.get(file);
    if (!bytes || computeIntegrity(bytes) !== hash) throw changed(file);
  }
}
