import { requireRunnable } from '../build/checks.mjs';
import { readRelease } from '../build/stored-release.mjs';
import { withTiming } from '../console.mjs';
import { openEnvironment } from '../environments.mjs';
import { Failure } from '../failure.mjs';
import { getRemote, withRemote } from '../manifest/changes.mjs';
import { publishChange } from '../manifest/publish-change.mjs';
import { currentRevision, readRevision, readShell } from '../manifest/revisions.mjs';
import { remoteBefore } from '../manifest/remote-before.mjs';

/** @typedef {{ version: string, next: import('../manifest/changes.mjs').RemotesChange }} Target */

/**
 * Returns the target of a rollback: the change of the manifest's remotes, and the version in words.
 * @param {import('../environments.mjs').Environment} environment
 * @param {string} name of the remote
 * @param {{ to?: string, revision?: string }} options
 * @param {import('../manifest/revisions.mjs').Revision} current
 * @returns {Promise<Target>}
 */
async function target(environment, name, { to, revision }, current) {
  if (to) {
    const { release } = await readRelease(environment.store, name, to);
    return { version: to, next: (remotes) => withRemote(remotes, name, release) };
  }
  const remotes = revision && (await readRevision(environment, Number(revision)))?.remotes;
  const remote = revision
    ? remotes && getRemote(remotes, name)
    : await remoteBefore(environment, name, current);
  if (!remote)
    throw new Failure(
      revision
        ? `Revision ${revision} of ${environment.name} is not kept, or has no ${name}.`
        : `No kept revision of ${environment.name} has another ${name} before ${getRemote(current.remotes, name)?.version}.`,
      `Kept revisions: homie revisions --env ${environment.name}. Any version of the store: --to <version>.`,
    );
  return { version: remote.version, next: (remotes) => withRemote(remotes, name, remote) };
}

/**
 * Rolls a remote back to a former release. Builds nothing.
 * @param {string} name of the remote
 * @param {{ env: string, to?: string, revision?: string }} options `to` names a version, `revision` the revision that
 *   had the former release
 */
export async function rollback(name, options) {
  const { env } = options;
  const environment = await openEnvironment(env);
  const current = await currentRevision(environment);
  const remote = getRemote(current.remotes, name);
  if (!remote)
    throw new Failure(
      `${env} runs no ${name}.`,
      `It runs: ${Object.keys(current.remotes).join(', ') || 'nothing'}.`,
    );
  await withTiming('rollback', async () => {
    const { version, next } = await target(environment, name, options, current);
    const shell = await readShell(environment);
    const { record } = await readRelease(environment.store, name, version);
    if (shell) await requireRunnable(`${name} ${version}`, record, shell, environment);
    return publishChange(environment, {
      command: 'rollback',
      names: [name],
      summary: `${name} ${remote.version} → ${version}`,
      next,
      since: current,
    });
  });
}
