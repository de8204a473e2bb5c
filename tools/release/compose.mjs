import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { root } from '../steps/run.mjs';
import { readBuild } from './build/build-files.mjs';
import { requireBudget } from './build/checks.mjs';
import { writeRelease } from './build/release-folder.mjs';
import { remoteNames } from './build/remotes.mjs';
import { builtShell } from './build/shell.mjs';
import { openEnvironment } from './environments.mjs';
import { Failure } from './failure.mjs';
import { publish } from './manifest/revisions.mjs';

/**
 * Says that a build exceeds its budget: a release of it will be refused.
 * @param {string} app
 * @param {import('./build/build-files.mjs').Build} build
 */
function warnOfSize(app, build) {
  try {
    requireBudget(app, build);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.warn(error.message);
  }
}

/**
 * Makes an environment run the builds of this workspace: its shell, and each of its remotes for all users. Writes
 * nothing if it already runs them.
 * @param {string} name of the environment
 */
export async function composeWorkspace(name) {
  const environment = await openEnvironment(name);
  const shell = { ...builtShell(), types: null };
  const apps = remoteNames();
  /** @type {import('./manifest/changes.mjs').Remotes} */
  const remotes = {};
  for (const app of apps) {
    const build = await readBuild(path.join(root, 'apps', app, 'dist'));
    warnOfSize(app, build);
    remotes[app] = await writeRelease(environment.store, app, build);
  }
  const change = { command: 'compose', summary: 'this workspace', remotes: apps, by: 'npm' };
  // Built together: there is no fallback, and no user has another version.
  await publish(environment, change, (current) =>
    isDeepStrictEqual([current.remotes, current.shell], [remotes, shell])
      ? undefined
      : { remotes, shell },
  );
}
