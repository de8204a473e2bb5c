import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../failure.mjs';

/** Of a build, but not of a release: pages of a dev server, and what only tools read. */
const leftOut = (name) => /^(index\.html|mf-stats\.json|contract\.json|\.vite\/.*)$/.test(name);

const sha256 = (bytes) => createHash('sha256').update(bytes).digest();

/** @returns {string} as import maps and `fetch` name a hash, `sha256-…` */
export const integrityOf = (bytes) => `sha256-${sha256(bytes).toString('base64')}`;

/**
 * A remote's build, to be released.
 * @typedef {object} Build
 * @property {ReadonlyMap<string, Buffer>} files by path inside the release
 * @property {string} entry path of the module that the page imports
 * @property {Record<string, string[]>} contract names that it imports, by shared library
 * @property {string} integrityFile text of its integrity.json: the hash of every script, and which are needed at once
 * @property {string} hash SHA-256 over names and contents, in hex
 */

/**
 * Reads what Vite has built.
 * @param {string} folder
 * @returns {Promise<Build>}
 */
export async function readBuild(folder) {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const found = names
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.split(path.sep).join('/'));
  if (!found.includes('mf-manifest.json'))
    throw new Failure(`${folder} holds no build of a remote.`, 'Build it first: npm run build.');
  const json = async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8'));
  const { metaData, exposes } = await json('mf-manifest.json');
  const files = new Map();
  for (const file of found.filter((name) => !leftOut(name)).sort())
    files.set(file, await readFile(path.join(folder, file)));
  const { path: directory = '', name } = metaData.remoteEntry;
  const entry = path.posix.join(directory, name);
  const preload = [entry, ...exposes.flatMap(({ assets }) => assets.js.sync)];
  return {
    files,
    entry,
    contract: await json('contract.json'),
    integrityFile: integrityFileOf(files, preload),
    hash: hashOf(files),
  };
}

function integrityFileOf(files, preload) {
  const scripts = [...files].filter(([name]) => name.endsWith('.js'));
  return `${JSON.stringify(
    {
      schemaVersion: 1,
      files: Object.fromEntries(scripts.map(([name, bytes]) => [name, integrityOf(bytes)])),
      preload,
    },
    null,
    2,
  )}\n`;
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const [name, bytes] of files) hash.update(`${name}\0${bytes.length}\0`).update(bytes);
  return hash.digest('hex');
}
