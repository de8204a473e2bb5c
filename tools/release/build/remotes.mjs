import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../steps/run.mjs';
import { Failure } from '../failure.mjs';

/**
 * Fields read from an app's package.json.
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
const readPackage = (app) => readJson(path.join(root, 'apps', app, 'package.json'));

/** Names of the remotes of this workspace: every app but the shell and the server. */
export function remoteNames() {
  return readdirSync(path.join(root, 'apps'))
    .sort()
    .filter((app) => existsSync(path.join(root, 'apps', app, 'src/remote')));
}

/**
 * Requires that the workspace has a remote of this name.
 * @param {string} name
 * @throws {Failure} if there is none
 */
export function requireRemote(name) {
  if (!remoteNames().includes(name))
    throw new Failure(`There is no remote "${name}".`, `There are: ${remoteNames().join(', ')}.`);
}

/**
 * Returns the version in a remote's package.json.
 * @param {string} app
 */
export const packageVersion = (app) => readPackage(app).version;

/**
 * Returns the budget of a remote, in gzipped bytes of JavaScript, or undefined if its package sets none.
 * @param {string} app
 */
export const readBudget = (app) => readPackage(app).budget?.gzipBytes;

/**
 * Returns the version ranges of our libraries that a remote requires: the minor version that it was built with, and
 * newer.
 * @param {string} app
 * @returns {Record<string, string>}
 */
export function readRequirements(app) {
  const own = readPackage(app).dependencies ?? {};
  // A library that the shell does not have is bundled with the remote, so the page need not provide it.
  const provided = readPackage('shell').dependencies ?? {};
  return Object.fromEntries(
    Object.entries(own)
      .filter(([name]) => name.startsWith('@homie/') && name in provided)
      .map(([name, version]) => [name, `^${version}`]),
  );
}

/**
 * Reads the contributions of a remote outside its own area, as data.
 * @param {string} app
 * @returns {import('../manifest/changes.mjs').Release['contributions']}
 */
export function readContributions(app) {
  const file = path.join(root, 'apps', app, 'src/remote/contributions.json');
  return existsSync(file) ? readJson(file) : {};
}
