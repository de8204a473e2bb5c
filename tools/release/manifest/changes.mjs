/**
 * Functions that change a manifest: each takes the remotes of a revision and returns those of the next.
 *
 * @typedef {typeof import('../../../libs/composition/src/manifest/manifest-schema.ts')} Schemas
 *
 * @typedef {import('zod/mini').input<Schemas['releaseSchema']>} Release a version of a remote, as the manifest names it
 * @typedef {import('zod/mini').input<Schemas['manifestSchema']>['remotes']} Remotes of a manifest, by name
 * @typedef {Remotes[string]} Remote
 * @typedef {import('../../../libs/composition/src/manifest/manifest-schema.ts').Audience} Audience
 * @typedef {(remotes: Remotes) => Remotes | undefined} RemotesChange undefined when nothing is to change
 */
import { createHash } from 'node:crypto';
import { Failure } from '../failure.mjs';

/**
 * Returns the current release of a manifest's remote.
 * @param {Remote} remote
 * @returns {Release}
 */
export function getCurrentRelease({ fallback: _fallback, rollouts: _rollouts, ...release }) {
  return release;
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns the remote of this name; undefined if there is none, also for the names of properties that all objects have.
 * @param {Remotes} remotes
 * @param {string} name
 */
export const getRemote = (remotes, name) =>
  Object.hasOwn(remotes, name) ? remotes[name] : undefined;

/**
 * Returns the remote of this name.
 * @param {Remotes} remotes
 * @param {string} name
 * @throws {Failure} when there is none
 */
function requireRemote(remotes, name) {
  const remote = getRemote(remotes, name);
  if (!remote) throw new Failure(`There is no ${name} in this environment.`);
  return remote;
}

/**
 * Sets the release for all users. Pages fall back to the previous one if they cannot run it.
 * @param {Remotes} remotes
 * @param {string} name
 * @param {Release} release
 * @returns {Remotes | undefined} undefined when it runs already, for everybody
 */
export function withRelease(remotes, name, release) {
  const remote = getRemote(remotes, name);
  if (remote && same(getCurrentRelease(remote), release) && !remote.rollouts?.length)
    return undefined;
  const before = remote && getCurrentRelease(remote);
  const fallback = before && before.version !== release.version ? before : remote?.fallback;
  return { ...remotes, [name]: { ...release, ...(fallback && { fallback }) } };
}

/**
 * Sets the remote for all users as another revision had it, with its fallback and rollouts.
 * @param {Remotes} remotes
 * @param {string} name
 * @param {Remote} remote
 * @returns {Remotes | undefined} undefined if it is unchanged
 */
export function withRemote(remotes, name, remote) {
  return same(getRemote(remotes, name), remote) ? undefined : { ...remotes, [name]: remote };
}

/**
 * Rolls a version out to some users. One version has one audience: rolling it out again replaces the audience.
 * @param {Remotes} remotes
 * @param {string} name
 * @param {Release} release
 * @param {Audience} audience
 * @returns {Remotes | undefined} undefined if they already have it
 * @throws {Failure} when there is no such remote
 */
export function withRollout(remotes, name, release, audience) {
  const remote = requireRemote(remotes, name);
  const rollouts = remote.rollouts ?? [];
  const rollout = { release, audience };
  const known = rollouts.some((other) => other.release.version === release.version);
  const next = known
    ? rollouts.map((other) => (other.release.version === release.version ? rollout : other))
    : [rollout, ...rollouts];
  return same(next, rollouts) ? undefined : { ...remotes, [name]: { ...remote, rollouts: next } };
}

/**
 * Withdraws a version from the users that it was rolled out to.
 * @param {Remotes} remotes
 * @param {string} name
 * @param {string} version
 * @returns {Remotes | undefined} undefined if there were none
 * @throws {Failure} when there is no such remote
 */
export function withoutRollout(remotes, name, version) {
  const current = requireRemote(remotes, name);
  const rollouts = current.rollouts ?? [];
  const left = rollouts.filter(({ release }) => release.version !== version);
  if (left.length === rollouts.length) return undefined;
  const { rollouts: _rollouts, ...remote } = current;
  return { ...remotes, [name]: left.length > 0 ? { ...remote, rollouts: left } : remote };
}

/**
 * Returns every release that a manifest names, with the remote's name.
 * @param {{ remotes: Remotes }} manifest
 */
export function namedReleases({ remotes }) {
  return Object.entries(remotes).flatMap(([name, remote]) =>
    [remote, remote.fallback, ...(remote.rollouts ?? []).map(({ release }) => release)]
      .filter((release) => release !== undefined)
      .map(({ version }) => ({ name, version })),
  );
}

/**
 * Returns an account's hash for a rollout: the manifest is public, addresses are not.
 * @param {string} remote
 * @param {string} email
 */
export function hashAccount(remote, email) {
  return createHash('sha256')
    .update(`${remote}:${email.trim().toLowerCase()}`)
    .digest('hex')
    .slice(0, 32);
}
