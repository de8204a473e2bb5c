import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { root } from '../../steps/run.mjs';
import { Failure } from '../failure.mjs';

/** @param {...string} args */
const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });

/** Returns the commit of this workspace, with `+` if files have changed since; undefined outside of git. */
export function readCommit() {
  const { status, stdout } = git('rev-parse', 'HEAD');
  if (status !== 0) return undefined;
  const changed = git('status', '--porcelain').stdout !== '';
  return `${stdout.trim()}${changed ? '+' : ''}`;
}

/**
 * Refuses a build that was made before the last commit of its sources: it would get the release notes of code that it
 * does not have. Outside of git every build passes.
 * @param {string} name of the remote
 * @param {string} folder of the build
 */
export async function requireCurrent(name, folder) {
  const { status, stdout } = git('log', '-1', '--format=%ct', '--', `apps/${name}`, 'libs');
  const committedAt = status === 0 ? Number(stdout) * 1000 : 0;
  const built = await stat(folder).catch(() => undefined);
  if (built && built.mtimeMs < committedAt)
    throw new Failure(
      `The build in ${folder} is older than the last commit of apps/${name} or libs.`,
      `Build ${name} again.`,
    );
}
