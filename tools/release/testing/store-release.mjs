import { computeIntegrity } from '../build/build-files.mjs';

/**
 * Stores a version as `release` does, with one script.
 * @param {import('../stores/release-store.mjs').ReleaseStore} store
 * @param {string} name of the remote
 * @param {string} version
 * @param {Partial<import('../build/stored-release.mjs').ReleaseRecord>} [more] of its record
 * @returns the release, as a manifest names it
 */
export async function storeRelease(store, name, version, more = {}) {
  const folder = `remotes/${name}/${version}`;
  const script = `export const version = '${version}'`;
  const list = JSON.stringify({ files: { 'entry.js': computeIntegrity(Buffer.from(script)) } });
  const release = {
    version,
    integrity: computeIntegrity(Buffer.from(list)),
    requires: {},
    contributions: {},
  };
  const record = { ...release, entry: 'entry.js', contract: {}, ...more };
  const files = new Map([
    ['entry.js', script],
    ['integrity.json', list],
    ['release.json', JSON.stringify(record)],
  ]);
  await store.createFolder(folder, files, 'release.json');
  return { ...release, entry: store.address(`${folder}/entry.js`) };
}
