import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readSources, SOURCES_FILE } from '../../../.config/sources.mjs';
import { environmentNames, openEnvironment } from '../environments.mjs';
import { Failure } from '../failure.mjs';
import { readShell } from '../manifest/revisions.mjs';
import { measureGzipSize } from './release-folder.mjs';
import { readBudget } from './remotes.mjs';
import { unmetBy } from './shell.mjs';

/**
 * Requires that the shell of an environment can run a release.
 * @param {string} what the release, for people
 * @param {import('./shell.mjs').Needs} release
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
 * @param {import('./shell.mjs').Needs} release
 */
async function environmentsFor(release) {
  const able = await Promise.all(
    environmentNames().map(async (name) => {
      const shell = await openEnvironment(name)
        .then((environment) => readShell(environment))
        .catch(() => undefined);
      return shell && unmetBy(release, shell).length === 0 ? [name] : [];
    }),
  );
  return able.flat();
}

/**
 * Requires that a build was made from what is committed here: notes, version and ranges of a release are read from here.
 * A build that states no sources passes: it was made by another tool, or outside of git.
 * @param {string} name of the remote
 * @param {string} folder of the build
 * @throws {Failure} if it was made from something else
 */
export async function requireCurrent(name, folder) {
  const text = await readFile(path.join(folder, SOURCES_FILE), 'utf8').catch(() => '{}');
  /** @type {Record<string, string>} */
  const sources = JSON.parse(text);
  const here = readSources(name) ?? {};
  const changed = Object.keys(sources).filter((file) => sources[file] !== here[file]);
  if (changed.length === 0) return;
  throw new Failure(
    `The build in ${folder} is from other sources than this commit: ${changed.join(', ')} changed.`,
    'Build it again, or check out the commit that it was built from.',
  );
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
