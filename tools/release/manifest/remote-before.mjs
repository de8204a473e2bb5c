import { getRemote } from './changes.mjs';
import { listRevisions, readRevision } from './revisions.mjs';

/**
 * Returns a remote as all users had it before its current version first ran, so that rolling back twice goes back two
 * versions. Omits its rollouts of that time: the rollback may be undoing one of them.
 * @param {import('./revisions.mjs').RevisionContext} environment
 * @param {string} name of the remote
 * @param {import('./revisions.mjs').Revision} current
 * @returns {Promise<import('./changes.mjs').Remote | undefined>} undefined if no stored revision has it
 */
export async function remoteBefore(environment, name, current) {
  const retained = await listRevisions(environment);
  const history = await Promise.all(
    retained.map((revision) => readRevision(environment, revision)),
  );
  const releases = history
    .filter((revision) => revision !== undefined)
    .filter((revision) => revision.revision <= current.revision)
    .reverse();
  const version = getRemote(current.remotes, name)?.version;
  const began = releases.findIndex(
    (revision) => getRemote(revision.remotes, name)?.version === version,
  );
  const before = releases
    .slice(0, Math.max(began, 0))
    .reverse()
    .map((revision) => getRemote(revision.remotes, name))
    .find((remote) => remote !== undefined);
  if (!before) return undefined;
  const { rollouts: _rollouts, ...remote } = before;
  return remote;
}
