import { spawnSync } from 'node:child_process';
import { root } from '../../steps/run.mjs';

/** Returns the commit of this workspace, with `+` if files have changed since; undefined outside of git. */
export function readCommit() {
  /** @param {...string} args */
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const { status, stdout } = git('rev-parse', 'HEAD');
  if (status !== 0) return undefined;
  const changed = git('status', '--porcelain').stdout !== '';
  return `${stdout.trim()}${changed ? '+' : ''}`;
}
