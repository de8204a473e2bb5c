import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { satisfies } from 'compare-versions';
import { root } from '../../steps/run.mjs';
import { Failure } from '../failure.mjs';
import { readJson } from '../stores/read-json.mjs';
import { packageVersion } from './remotes.mjs';

/**
 * Contract of an environment's shell with the remotes that run in it.
 * @typedef {object} ShellContract
 * @property {string} version
 * @property {Record<string, string>} provides versions of the shared libraries
 * @property {Record<string, string[]>} exports names that each of them exports
 * @property {string | null} types path, in the store, of the libraries' declarations; null: this workspace's
 */

/** @param {string} environment */
const getFile = (environment) => `environments/${environment}/shell.json`;

/**
 * Reads the contract of the built shell of this workspace.
 * @param {string} [folder] of the build
 * @returns {Omit<ShellContract, 'types'>}
 */
export function builtShell(folder = path.join(root, 'apps/shell/dist')) {
  const file = path.join(folder, 'contract.json');
  if (!existsSync(file))
    throw new Failure(`${folder} holds no build of the shell.`, 'Build it first: npm run build.');
  /** @type {Pick<ShellContract, 'provides' | 'exports'>} */
  const contract = JSON.parse(readFileSync(file, 'utf8'));
  return { version: packageVersion('shell'), ...contract };
}

/**
 * Reads the contract of an environment's shell as the server reads it. Revisions from before they named their shell have
 * no other one.
 * @param {import('../manifest/revisions.mjs').RevisionContext} environment
 * @returns {Promise<ShellContract | undefined>} undefined before the first release of a shell
 */
export function readShellFile({ name, store }) {
  return readJson(
    store,
    getFile(name),
    (/** @type {Partial<ShellContract>} */ { provides, exports }) =>
      typeof provides === 'object' && typeof exports === 'object',
    `Release the shell again: homie release shell --env ${name}`,
  );
}

/**
 * Writes the contract of an environment's shell, unless it is unchanged.
 * @param {import('../manifest/revisions.mjs').RevisionContext} environment
 * @param {ShellContract} shell
 */
export async function writeShellFile({ name, store }, shell) {
  const text = `${JSON.stringify(shell, null, 2)}\n`;
  if ((await store.read(getFile(name)))?.toString('utf8') !== text)
    await store.replace(getFile(name), text);
}

/**
 * Requirements of a release on the shell that it runs in.
 * @typedef {object} Needs
 * @property {Record<string, string>} requires ranges of versions, by library
 * @property {Record<string, string[]>} [contract] names that it imports, by library
 *
 * @typedef {Pick<ShellContract, 'provides' | 'exports'>} Libraries those of a shell
 */

/**
 * Returns the requirements of a release that a shell does not meet, as sentences; none if it runs there.
 * @param {Needs} release
 * @param {Libraries} shell
 * @returns {string[]}
 */
export function unmetBy({ requires, contract = {} }, shell) {
  const ranges = Object.entries(requires).flatMap(([library, range]) => {
    const version = shell.provides[library];
    if (version && satisfies(version, range)) return [];
    return [`${library} ${range} is needed, the shell has ${version ?? 'none'}`];
  });
  const names = Object.entries(contract).flatMap(([library, imported]) => {
    const exported = new Set(shell.exports[library]);
    // A namespace import: the names that are used are unknown before run time.
    const missing = imported.filter((name) => name !== '*' && !exported.has(name));
    return missing.length > 0 ? [`${library} does not export ${missing.join(', ')}`] : [];
  });
  return [...ranges, ...names];
}
