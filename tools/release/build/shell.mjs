import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../steps/run.mjs';
import { Failure } from '../failure.mjs';
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
 * Reads the contract of an environment's shell.
 * @param {import('../manifest/revisions.mjs').RevisionContext} environment
 * @returns {Promise<ShellContract | undefined>} undefined before the first release of a shell
 */
export async function readShell({ name, store }) {
  const bytes = await store.read(getFile(name));
  return bytes && JSON.parse(bytes.toString('utf8'));
}

/**
 * Writes the contract of an environment's shell, unless it is unchanged.
 * @param {import('../manifest/revisions.mjs').RevisionContext} environment
 * @param {ShellContract} shell
 */
export async function writeShell({ name, store }, shell) {
  const text = `${JSON.stringify(shell, null, 2)}\n`;
  if ((await store.read(getFile(name)))?.toString('utf8') !== text)
    await store.replace(getFile(name), text);
}
