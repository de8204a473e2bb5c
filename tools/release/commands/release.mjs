import { root } from '../../steps/run.mjs';
import { readBuild } from '../build/build-files.mjs';
import { withBuild } from '../build/build-remote.mjs';
import { requireBudget, requireCurrent, requireRunnable } from '../build/checks.mjs';
import { readCommit } from '../build/commit.mjs';
import { checkTypes } from '../build/declarations.mjs';
import { requireReadable } from '../build/publishable.mjs';
import { writeRelease, statedBy } from '../build/release-folder.mjs';
import { requireRemote } from '../build/remotes.mjs';
import { runTool, sideBySide } from '../build/run-tool.mjs';
import { storeSbom } from '../build/sbom.mjs';
import { withTiming } from '../console.mjs';
import { openEnvironment } from '../environments.mjs';
import { Failure } from '../failure.mjs';
import { withRelease } from '../manifest/changes.mjs';
import { publishChange } from '../manifest/publish-change.mjs';
import { currentRevision, readShell } from '../manifest/revisions.mjs';
import { releaseShell } from './release-shell.mjs';

/**
 * Options of `release`: `build` names a folder with a build to publish instead of a new one.
 * @typedef {{ env: string, build?: string, allowIncompatible?: boolean }} ReleaseOptions
 */

/**
 * Returns a checked build: a new one, or with `--build` one that was built and tested elsewhere.
 * @param {string} name of the remote
 * @param {ReleaseOptions} options
 * @param {import('../build/shell.mjs').ShellContract} shell
 * @param {import('../environments.mjs').Environment} environment
 */
async function validateBuild(name, { build: folder }, shell, environment) {
  const readable = () =>
    withTiming('manifest', () =>
      requireReadable({ [name]: { version: '0', entry: '/entry.js', ...statedBy(name) } }),
    );
  if (folder) {
    await requireCurrent(name, folder);
    await readable();
    return readBuild(folder);
  }
  const [, build] = await sideBySide((signal) => [
    readable(),
    withTiming('build', () => withBuild(name, signal, readBuild)),
    withTiming('types', () => checkTypes(name, shell, environment.store, signal)),
    withTiming('tests', () => runTests(name, signal)),
  ]);
  return build;
}

/**
 * @param {string} name of the remote
 * @param {AbortSignal} signal
 */
function runTests(name, signal) {
  const projects = ['--project', 'unit', '--project', 'page'];
  const args = ['run', '--config', '.config/vitest.ts', '--passWithNoTests', ...projects];
  return runTool(`The tests of ${name}`, 'vitest', [...args, `apps/${name}/`], {
    cwd: root,
    signal,
  });
}

/**
 * @param {string} name of the remote
 * @param {ReleaseOptions} options
 */
async function releaseRemote(name, options) {
  const { env } = options;
  requireRemote(name);
  const environment = await openEnvironment(env);
  const shell = await readShell(environment);
  if (!shell)
    throw new Failure(
      `${env} has no shell yet that ${name} could run in.`,
      `Release one first: homie release shell --env ${env}`,
    );
  const since = await currentRevision(environment);
  console.log(`Releasing ${name} into ${env}`);
  const build = await validateBuild(name, options, shell, environment);
  const { requires } = statedBy(name);
  await withTiming('contract', () =>
    requireRunnable(name, { requires, contract: build.contract }, shell, environment),
  );
  await withTiming('budget', async () => requireBudget(name, build));
  await withTiming('publish', async () => {
    const placed = await writeRelease(environment.store, name, build, { commit: readCommit() });
    await storeSbom(environment.store, name, placed.version);
    return publishChange(environment, {
      command: 'release',
      names: [name],
      summary: `${name} ${placed.version}`,
      next: (remotes) => withRelease(remotes, name, placed),
      since,
    });
  });
}

/**
 * Builds one remote alone, checks it against the shell of the environment, and publishes it there.
 * @param {string} name of the remote, or `shell`
 * @param {ReleaseOptions} options
 */
export function release(name, options) {
  return name === 'shell' ? releaseShell(options) : releaseRemote(name, options);
}
