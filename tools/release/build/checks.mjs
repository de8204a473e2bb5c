import { satisfies } from 'compare-versions';
import { environmentNames, openEnvironment } from '../environments.mjs';
import { Failure } from '../failure.mjs';
import { measureGzipSize } from './release-folder.mjs';
import { readBudget } from './remotes.mjs';
import { readShell } from './shell.mjs';

/**
 * Requirements of a release on the shell that it runs in.
 * @typedef {object} Needs
 * @property {Record<string, string>} requires ranges of versions, by library
 * @property {Record<string, string[]>} [contract] names that it imports, by library
 *
 * @typedef {Pick<import('./shell.mjs').ShellContract, 'provides' | 'exports'>} Libraries those of a shell
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

/**
 * Requires that the shell of an environment can run a release.
 * @param {string} what the release, for people
 * @param {Needs} release
 * @param {import('./shell.mjs').ShellContract} shell
 * @param {{ name: string }} environment
 * @throws {Failure} if the shell cannot run it
 */
export async function requireRunnable(what, release, shell, environment) {
  const unmet = unmetBy(release, shell);
  if (unmet.length === 0) return;
  const others = await environmentsFor(release);
  throw new Failure(
    [
      `The shell of ${environment.name} (${shell.version}) cannot run ${what}:`,
      ...unmet.map((line) => `  - ${line}`),
      `Shells that can: ${others.length > 0 ? `those of ${others.join(', ')}` : 'none of any environment'}.`,
    ].join('\n'),
    `Release a shell that can first (homie release shell --env ${environment.name}), or build ${what} against the one that is there.`,
  );
}

/**
 * Returns the environments whose shells can run a release. Skips environments that cannot be reached.
 * @param {Needs} release
 */
async function environmentsFor(release) {
  const able = await Promise.all(
    environmentNames().map(async (name) => {
      const shell = await openEnvironment(name)
        .then(readShell)
        .catch(() => undefined);
      return shell && unmetBy(release, shell).length === 0 ? [name] : [];
    }),
  );
  return able.flat();
}

/**
 * Requires that a build stays within the budget of its package.
 * @param {string} name of the remote
 * @param {import('./build-files.mjs').Build} build
 * @returns {string} gzipped size of the build's scripts
 * @throws {Failure} if the size exceeds the budget
 */
export function requireBudget(name, build) {
  const budget = readBudget(name);
  const bytes = measureGzipSize(build);
  /** @param {number} value */
  const kilobytes = (value) => `${(value / 1000).toFixed(1)} KB`;
  if (budget !== undefined && bytes > budget)
    throw new Failure(
      `The scripts of ${name} weigh ${kilobytes(bytes)} (gz); its budget is ${kilobytes(budget)}.`,
      `Make them smaller, or raise "budget" in apps/${name}/package.json if that is what you want.`,
    );
  return `${kilobytes(bytes)} (gz)${budget === undefined ? '' : ` of ${kilobytes(budget)}`}`;
}
