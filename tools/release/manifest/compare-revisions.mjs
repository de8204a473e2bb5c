import { formatAudience } from './audience.mjs';
import { getRemote } from './changes.mjs';

/**
 * Describes a remote in one line: its version, its rollouts and its fallback.
 * @param {string} name
 * @param {import('./changes.mjs').Remote} remote
 */
export function describeRemote(name, { version, fallback, rollouts = [] }) {
  const some = rollouts.map(
    ({ release, audience }) => `${release.version} for ${formatAudience(audience)}`,
  );
  return [
    `${name} ${version}`,
    ...some,
    ...(fallback ? [`fallback ${fallback.version}`] : []),
  ].join(', ');
}

/**
 * Returns the differences between two revisions, one line for each remote and direction; none if they run the same.
 * @param {import('./revisions.mjs').Revision} one
 * @param {import('./revisions.mjs').Revision} other
 * @returns {string[]}
 */
export function compareRevisions(one, other) {
  const names = [...new Set([...Object.keys(one.remotes), ...Object.keys(other.remotes)])].sort();
  return names.flatMap((name) => {
    const [before, after] = [getRemote(one.remotes, name), getRemote(other.remotes, name)];
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    return [
      ...(before ? [`- ${describeRemote(name, before)}`] : []),
      ...(after ? [`+ ${describeRemote(name, after)}`] : []),
    ];
  });
}
