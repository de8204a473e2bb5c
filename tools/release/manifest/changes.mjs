/**
 * What commands do to a manifest, as functions of it: each takes the remotes of a revision and
 * gives those of the next.
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
 * Of a manifest's remote, what is its current release.
 * @param {Remote} remote
 * @returns {Release}
 */
export function releaseOf({ fallback: _fallback, rollouts: _rollouts, ...release }) {
  return release;
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The remote of this name.
 * @param {Remotes} remotes
 * @param {string} name
 * @throws {Failure} when there is none
 */
function remoteOf(remotes, name) {
  const remote = remotes[name];
  if (!remote) throw new Failure(`There is no ${name} in this environment.`);
  return remote;
}

/**
 * Everybody gets the release; the one before is what the page takes when this one does not fit.
 * @param {Remotes} remotes
 * @param {string} name
 * @param {Release} release
 * @returns {Remotes | undefined} undefined when it runs already, for everybody
 */
export function withRelease(remotes, name, release) {
  const remote = remotes[name];
  if (remote && same(releaseOf(remote), release) && !remote.rollouts?.length) return undefined;
  const before = remote && releaseOf(remote);
  const fallback = before && before.version !== release.version ? before : remote?.fallback;
  return { ...remotes, [name]: { ...release, ...(fallback && { fallback }) } };
}

/**
 * Everybody gets what another revision had in the remote's place, with its fallback and rollouts.
 * @param {Remotes} remotes
 * @param {string} name
 * @param {Remote} remote
 * @returns {Remotes | undefined} undefined when it is there already
 */
export function withRemote(remotes, name, remote) {
  return same(remotes[name], remote) ? undefined : { ...remotes, [name]: remote };
}

/**
 * Gives a version to some. One version has one audience: naming it again replaces the audience.
 * @param {Remotes} remotes
 * @param {string} name
 * @param {Release} release
 * @param {Audience} audience
 * @returns {Remotes | undefined} undefined when these have it already
 * @throws {Failure} when there is no such remote
 */
export function withRollout(remotes, name, release, audience) {
  const remote = remoteOf(remotes, name);
  const rollouts = remote.rollouts ?? [];
  const rollout = { release, audience };
  const known = rollouts.some((other) => other.release.version === release.version);
  const next = known
    ? rollouts.map((other) => (other.release.version === release.version ? rollout : other))
    : [rollout, ...rollouts];
  return same(next, rollouts) ? undefined : { ...remotes, [name]: { ...remote, rollouts: next } };
}

/**
 * Takes a version back from those who were given it.
 * @param {Remotes} remotes
 * @param {string} name
 * @param {string} version
 * @returns {Remotes | undefined} undefined when nobody was
 * @throws {Failure} when there is no such remote
 */
export function withoutRollout(remotes, name, version) {
  const current = remoteOf(remotes, name);
  const rollouts = current.rollouts ?? [];
  const left = rollouts.filter(({ release }) => release.version !== version);
  if (left.length === rollouts.length) return undefined;
  const { rollouts: _rollouts, ...remote } = current;
  return { ...remotes, [name]: left.length > 0 ? { ...remote, rollouts: left } : remote };
}

/**
 * Every release that a manifest names, with the remote's name.
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
 * An account as a rollout names it: the manifest is public, addresses are not.
 * @param {string} remote
 * @param {string} email
 */
export function accountOf(remote, email) {
  return createHash('sha256')
    .update(`${remote}:${email.trim().toLowerCase()}`)
    .digest('hex')
    .slice(0, 32);
}
