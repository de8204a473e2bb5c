/**
 * What commands do to a manifest, as functions of it: each takes the remotes of a revision and
 * gives those of the next.
 *
 * @typedef {object} Release a version of a remote, as the manifest names it
 * @property {string} version
 * @property {string} entry
 * @property {Record<string, string>} requires
 * @property {string} integrity
 * @property {object} contributions
 *
 * @typedef {{ percent?: number, roles?: string[], accounts?: string[] }} Audience
 */
import { createHash } from 'node:crypto';

/** Of a manifest's remote, what is its current release. @returns {Release} */
export function releaseOf({ fallback: _fallback, rollouts: _rollouts, ...release }) {
  return release;
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Everybody gets the release; the one before is what the page takes when this one does not fit.
 * @returns {object | undefined} undefined when it runs already, for everybody
 */
export function withRelease(remotes, name, release) {
  const remote = remotes[name];
  if (remote && same(releaseOf(remote), release) && !remote.rollouts?.length) return undefined;
  const before = remote && releaseOf(remote);
  const fallback = before && before.version !== release.version ? before : remote?.fallback;
  return { ...remotes, [name]: { ...release, ...(fallback && { fallback }) } };
}

/** Everybody gets what another revision had in the remote's place, with its fallback and rollouts. */
export function withRemote(remotes, name, remote) {
  return same(remotes[name], remote) ? undefined : { ...remotes, [name]: remote };
}

/**
 * Gives a version to some. One version has one audience: naming it again replaces the audience.
 * @param {Release} release
 * @param {Audience} audience
 */
export function withRollout(remotes, name, release, audience) {
  const rollouts = remotes[name].rollouts ?? [];
  const rollout = { release, audience };
  const known = rollouts.some((other) => other.release.version === release.version);
  const next = known
    ? rollouts.map((other) => (other.release.version === release.version ? rollout : other))
    : [rollout, ...rollouts];
  return same(next, rollouts)
    ? undefined
    : { ...remotes, [name]: { ...remotes[name], rollouts: next } };
}

/** Takes a version back from those who were given it. @returns undefined when nobody was */
export function withoutRollout(remotes, name, version) {
  const rollouts = remotes[name].rollouts ?? [];
  const left = rollouts.filter(({ release }) => release.version !== version);
  if (left.length === rollouts.length) return undefined;
  const { rollouts: _rollouts, ...remote } = remotes[name];
  return { ...remotes, [name]: left.length > 0 ? { ...remote, rollouts: left } : remote };
}

/** Every release that a manifest names, with the remote's name. */
export function namedReleases({ remotes }) {
  return Object.entries(remotes).flatMap(([name, remote]) =>
    [remote, remote.fallback, ...(remote.rollouts ?? []).map(({ release }) => release)]
      .filter((release) => release !== undefined)
      .map(({ version }) => ({ name, version })),
  );
}

/** An account as a rollout names it: the manifest is public, addresses are not. */
export function accountOf(remote, email) {
  return createHash('sha256')
    .update(`${remote}:${email.trim().toLowerCase()}`)
    .digest('hex')
    .slice(0, 32);
}
