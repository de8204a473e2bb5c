import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { computeIntegrity, withNotes } from './build-files.mjs';
import { readNotes } from './release-notes.mjs';
import { readContributions, packageVersion, readRequirements } from './remotes.mjs';
import {
  getReleaseFolder,
  INTEGRITY,
  readSameRecord,
  RECORD,
  storeFiles,
} from './stored-release.mjs';

/**
 * Stores a build where pages load it, unless the same build is already stored. Completes it if it is stored in part.
 * @param {import('../stores/release-store.mjs').ReleaseStore} store
 * @param {string} name of the remote
 * @param {import('./build-files.mjs').Build} build
 * @param {{ commit?: string, notes?: string[] }} [options] `notes`: those of the remote's CHANGELOG.md unless given
 * @returns {Promise<import('../manifest/changes.mjs').Release>}
 */
export async function writeRelease(store, name, build, { commit, notes = readNotes(name) } = {}) {
  const stated = statedBy(name);
  const integrityFile = withNotes(build.integrityFile, notes);
  const version = computeVersion(name, build, notes.length > 0 ? { ...stated, notes } : stated);
  const folder = getReleaseFolder(name, version);
  const release = {
    version,
    entry: store.address(`${folder}/${build.entry}`),
    integrity: computeIntegrity(Buffer.from(integrityFile)),
    ...stated,
  };
  /** @type {import('./stored-release.mjs').ReleaseRecord} */
  const record = {
    ...release,
    entry: build.entry,
    files: hashEach(build.files),
    contract: build.contract,
    bytes: measureSize(build),
    gzipBytes: measureGzipSize(build),
    ...(commit && { commit }),
    builtAt: new Date().toISOString(),
  };
  /** @type {[string, Buffer | string][]} */
  const files = [
    ...build.files,
    [INTEGRITY, integrityFile],
    [RECORD, `${JSON.stringify(record, null, 2)}\n`],
  ];
  const stored = await readSameRecord(store, name, release);
  await storeFiles(store, folder, new Map(files), stored);
  return release;
}

/**
 * Reads the requirements and contributions that a remote's sources declare.
 * @param {string} name of the remote
 * @returns {import('./stored-release.mjs').Stated}
 */
export const statedBy = (name) => ({
  requires: readRequirements(name),
  contributions: readContributions(name),
});

/**
 * Returns the version of a build. Its hash covers the release's data in the manifest and its notes: releases of the
 * same version are identical in every way.
 * @param {string} name of the remote
 * @param {import('./build-files.mjs').Build} build
 * @param {import('./stored-release.mjs').Stated & { notes?: string[] }} stated
 */
function computeVersion(name, build, stated) {
  const hash = createHash('sha256').update(build.hash).update(JSON.stringify(stated));
  return `${packageVersion(name)}-${hash.digest('hex').slice(0, 8)}`;
}

/**
 * Returns the hash of each file but compressed forms, which differ between versions of Node.
 * @param {import('./build-files.mjs').Build['files']} files
 */
const hashEach = (files) =>
  Object.fromEntries(
    [...files]
      .filter(([file]) => !file.endsWith('.br'))
      .map(([file, bytes]) => [file, computeIntegrity(bytes)]),
  );

/** @param {import('./build-files.mjs').Build} build */
const measureSize = (build) =>
  [...build.files.values()].reduce((sum, { length }) => sum + length, 0);

/**
 * Returns the gzipped size of a build's scripts, in bytes.
 * @param {import('./build-files.mjs').Build} build
 */
export function measureGzipSize(build) {
  return [...build.files]
    .filter(([file]) => file.endsWith('.js'))
    .reduce((sum, [, bytes]) => sum + gzipSync(bytes, { level: 9 }).length, 0);
}
