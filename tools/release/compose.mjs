import path from 'node:path';
import { root } from '../steps/run.mjs';
import { readBuild } from './build/build-files.mjs';
import { placeRelease } from './build/release-folder.mjs';
import { remoteNames } from './build/remotes.mjs';
import { builtShell, writeShell } from './build/shell.mjs';
import { openEnvironment } from './environments.mjs';
import { publish } from './manifest/revisions.mjs';

/**
 * Makes an environment run exactly what this workspace has built: its shell, and each of its
 * remotes for everybody. Writes nothing when that is what it runs.
 * @param {string} name of the environment
 */
export async function composeWorkspace(name) {
  const environment = await openEnvironment(name);
  await writeShell(environment, { ...builtShell(), types: null });
  const apps = remoteNames();
  /** @type {import('./manifest/changes.mjs').Remotes} */
  const remotes = {};
  for (const app of apps) {
    const build = await readBuild(path.join(root, 'apps', app, 'dist'));
    remotes[app] = await placeRelease(environment.store, app, build);
  }
  const change = { command: 'compose', summary: 'this workspace', remotes: apps, by: 'npm' };
  // Built together: there is nothing to fall back to, and nobody has another version.
  await publish(environment, change, (current) =>
    JSON.stringify(current.remotes) === JSON.stringify(remotes) ? undefined : { remotes },
  );
}
