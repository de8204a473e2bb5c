import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../steps/run.mjs';
import { Failure } from '../failure.mjs';

/**
 * What is read of an app's package.json.
 * @typedef {object} AppPackage
 * @property {string} version
 * @property {Record<string, string>} [dependencies]
 * @property {{ gzipBytes?: number }} [budget]
 */

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
/**
 * @param {string} app
 * @returns {AppPackage}
 */
const packageOf = (app) => readJson(path.join(root, 'apps', app, 'package.json'));

/** Names of the remotes of this workspace: every app but the shell and the server. */
export function remoteNames() {
  return readdirSync(path.join(root, 'apps'))
    .sort()
    .filter((app) => existsSync(path.join(root, 'apps', app, 'src/remote')));
}

/**
 * @param {string} name
 * @throws {Failure} when the workspace has no such remote
 */
export function requireRemote(name) {
  if (!remoteNames().includes(name))
    throw new Failure(`There is no remote "${name}".`, `There are: ${remoteNames().join(', ')}.`);
}

/**
 * The version that a remote's package states.
 * @param {string} app
 */
export const packageVersion = (app) => packageOf(app).version;

/**
 * How many bytes of JavaScript (gz) a remote may have, or undefined when its package does not say.
 * @param {string} app
 */
export const budgetOf = (app) => packageOf(app).budget?.gzipBytes;

/**
 * The ranges of our libraries that a remote was built with: its own minor version and newer.
 * @param {string} app
 * @returns {Record<string, string>}
 */
export function requirementsOf(app) {
  const own = packageOf(app).dependencies ?? {};
  // A library that the shell does not have is bundled with the remote: nothing is asked of the page.
  const provided = packageOf('shell').dependencies ?? {};
  return Object.fromEntries(
    Object.entries(own)
      .filter(([name]) => name.startsWith('@homie/') && name in provided)
      .map(([name, version]) => [name, `^${version}`]),
  );
}

/**
 * What a remote adds outside its own area, as data.
 * @param {string} app
 * @returns {import('../manifest/changes.mjs').Release['contributions']}
 */
export function contributionsOf(app) {
  const file = path.join(root, 'apps', app, 'src/remote/contributions.json');
  return existsSync(file) ? readJson(file) : {};
}
