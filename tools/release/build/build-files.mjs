import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseAst } from 'vite';
import { Failure } from '../failure.mjs';

/**
 * Returns whether a file of a build is not part of a release: pages of a dev server, and files that only tools read.
 * @param {string} name
 */
const isExcluded = (name) =>
  /^(index\.html|mf-stats\.json|contract\.json|screens\.json|sources\.json|\.vite\/.*)$/.test(name);

/** @param {Buffer} bytes */
const sha256 = (bytes) => createHash('sha256').update(bytes).digest();

/**
 * @param {Buffer} bytes
 * @returns {string} as import maps and `fetch` name a hash, `sha256-…`
 */
export const computeIntegrity = (bytes) => `sha256-${sha256(bytes).toString('base64')}`;

/**
 * A remote's build, to be released.
 * @typedef {object} Build
 * @property {ReadonlyMap<string, Buffer<ArrayBuffer>>} files by path inside the release
 * @property {string} entry path of the module that the page imports
 * @property {Record<string, string[]>} contract names that it imports, by shared library
 * @property {string} integrityFile text of its integrity.json: the hash of every script, and which are needed at once
 * @property {string} hash SHA-256 over names and contents, in hex
 */

/**
 * The `integrity.json` of a release.
 * @typedef {object} IntegrityList
 * @property {2} schemaVersion
 * @property {Record<string, string>} files hashes of the scripts, by path inside the release
 * @property {Record<string, string[]>} imports static imports of each script, by path inside the release
 * @property {string[]} preload paths of the scripts that are needed at once
 * @property {Record<string, string[]>} screens paths of those that also are, by the start of a page's address
 * @property {string} [prerendered] hash of `prerendered.json`: HTML of screens, if the release has any
 * @property {string[]} [notes] release notes, in plain text
 */

/**
 * Fields read from the `mf-manifest.json` that Module Federation writes.
 * @typedef {object} FederationManifest
 * @property {{ remoteEntry: { path?: string, name: string } }} metaData
 * @property {{ assets: { js: { sync: string[] } } }[]} exposes
 */

/**
 * Reads a build of Vite.
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
  /** @param {string} name */
  const json = async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8'));
  /** @type {FederationManifest} */
  const { metaData, exposes } = await json('mf-manifest.json');
  const files = new Map();
  for (const file of found.filter((name) => !isExcluded(name)).sort())
    files.set(file, await readFile(path.join(folder, file)));
  const { path: directory = '', name } = metaData.remoteEntry;
  const entry = path.posix.join(directory, name);
  const preload = [entry, ...exposes.flatMap(({ assets }) => assets.js.sync)];
  // Builds from before this list have none.
  const screens = found.includes('screens.json') ? await json('screens.json') : {};
  return {
    files,
    entry,
    contract: await json('contract.json'),
    integrityFile: createIntegrityFile(files, { preload, screens }),
    hash: hashFiles(files),
  };
}

/**
 * @param {Build['files']} files
 * @param {Pick<IntegrityList, 'preload' | 'screens'>} needed
 */
function createIntegrityFile(files, needed) {
  const scripts = [...files].filter(([name]) => name.endsWith('.js'));
  const prerendered = files.get('prerendered.json');
  /** @type {IntegrityList} */
  const list = {
    schemaVersion: 2,
    files: Object.fromEntries(scripts.map(([name, bytes]) => [name, computeIntegrity(bytes)])),
    imports: collectImports(scripts),
    ...needed,
    ...(prerendered && { prerendered: computeIntegrity(prerendered) }),
  };
  return stringify(list);
}

/** @param {IntegrityList} list */
const stringify = (list) => `${JSON.stringify(list, null, 2)}\n`;

/**
 * Adds notes to the text of an integrity.json, whose hash then covers them.
 * @param {string} integrityFile
 * @param {string[]} notes
 */
export const withNotes = (integrityFile, notes) =>
  notes.length === 0 ? integrityFile : stringify({ ...JSON.parse(integrityFile), notes });

/**
 * Collects the static imports of scripts. A page loads a script after its imports, so they must not form a cycle.
 * @param {[name: string, bytes: Buffer][]} scripts
 * @returns {Record<string, string[]>} only scripts that import something
 */
function collectImports(scripts) {
  /** @type {Record<string, string[]>} */
  const imports = {};
  for (const [name, bytes] of scripts) {
    const imported = parseAst(bytes.toString('utf8')).body.flatMap((statement) =>
      'source' in statement && statement.source ? [statement.source.value] : [],
    );
    const folder = path.posix.dirname(name);
    if (imported.length > 0)
      imports[name] = [...new Set(imported.map((file) => path.posix.join(folder, file)))];
  }
  /** @type {Set<string>} */
  const finished = new Set();
  /** @param {string} name @param {string[]} importers */
  const visit = (name, importers) => {
    if (importers.includes(name))
      throw new Failure(
        `Scripts of the build import each other: ${[...importers, name].join(' → ')}.`,
        'Move what both need into a module of its own.',
      );
    if (finished.has(name)) return;
    for (const imported of imports[name] ?? []) visit(imported, [...importers, name]);
    finished.add(name);
  };
  for (const name of Object.keys(imports)) visit(name, []);
  return imports;
}

/**
 * Leaves out compressed forms: the same content must have the same hash with each version of Node.
 * @param {ReadonlyMap<string, Buffer>} files by path
 * @returns SHA-256 over names and contents, in hex
 */
export function hashFiles(files) {
  const hash = createHash('sha256');
  for (const [name, bytes] of files)
    if (!name.endsWith('.br')) hash.update(`${name}\0${bytes.length}\0`).update(bytes);
  return hash.digest('hex');
}
