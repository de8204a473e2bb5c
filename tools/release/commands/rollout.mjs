import { requireRunnable } from '../build/checks.mjs';
import { readRelease } from '../build/stored-release.mjs';
import { withTiming } from '../console.mjs';
import { openEnvironment } from '../environments.mjs';
import { Failure } from '../failure.mjs';
import { parseAudience, formatAudience } from '../manifest/audience.mjs';
import { getRemote, withRelease, withRollout, withoutRollout } from '../manifest/changes.mjs';
import { publishChange } from '../manifest/publish-change.mjs';
import { currentRevision, readShell } from '../manifest/revisions.mjs';

/**
 * @param {string} name of the remote
 * @param {import('../manifest/changes.mjs').Remote | undefined} remote
 * @param {{ env: string, version: string }} options
 * @throws {Failure} if no user can have another version of it
 */
function requireRollout(name, remote, { env, version }) {
  if (!remote)
    throw new Failure(
      `${env} runs no ${name} that some could have another version of.`,
      `Release one for everybody first: homie release ${name} --env ${env}`,
    );
  if (remote.version === version)
    throw new Failure(`Everyone in ${env} has ${name} ${version} already.`);
}

/**
 * Rolls a version out to some users. Repeating it with another audience widens or narrows the rollout.
 * @param {string} name of the remote
 * @param {{ env: string, version: string, percent?: string, roles?: string, accounts?: string, complete?: boolean, withdraw?: boolean }} options
 *   `withdraw` ends the rollout, `complete` and 100 percent release the version to all users
 */
export async function rollout(name, options) {
  const { env, version, withdraw, complete } = options;
  const environment = await openEnvironment(env);
  const since = await currentRevision(environment);
  requireRollout(name, getRemote(since.remotes, name), options);
  /**
   * @param {string} summary
   * @param {import('../manifest/changes.mjs').RemotesChange} next
   */
  const change = (summary, next) =>
    publishChange(environment, { command: 'rollout', names: [name], summary, next, since });

  if (withdraw) {
    await withTiming('withdraw', () =>
      change(`${name} ${version} withdrawn`, (remotes) => withoutRollout(remotes, name, version)),
    );
    return;
  }
  const audience = parseAudience(name, options);
  const { record, release } = await readRelease(environment.store, name, version);
  const shell = await readShell(environment);
  if (shell) await requireRunnable(`${name} ${version}`, record, shell, environment);
  await withTiming('rollout', () =>
    complete || audience.percent === 100
      ? change(`${name} ${version} for everybody`, (remotes) => withRelease(remotes, name, release))
      : change(`${name} ${version} for ${formatAudience(audience)}`, (remotes) =>
          withRollout(remotes, name, release, audience),
        ),
  );
}
