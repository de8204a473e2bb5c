import { operator } from '../console.mjs';
import { publish } from './revisions.mjs';

/**
 * Publishes a command's change of remotes, in the name of the user who runs the command.
 * @param {import('./revisions.mjs').RevisionContext} environment
 * @param {object} change
 * @param {string} change.command e.g. `rollback`
 * @param {string[]} change.names of the remotes
 * @param {string} change.summary e.g. `chat 2.0.0-1a2b3c4d`
 * @param {import('./changes.mjs').RemotesChange} change.next
 * @param {import('./revisions.mjs').Revision} [change.since] revision that the command started from
 * @returns {Promise<string>} result, in words
 */
export async function publishChange(environment, { command, names, summary, next, since }) {
  const { revision, changed } = await publish(
    environment,
    { command, summary, remotes: names, by: operator() },
    ({ remotes }) => {
      const wanted = next(remotes);
      return wanted && { remotes: wanted };
    },
    since,
  );
  return changed
    ? `${environment.name} is at revision ${revision.revision}: ${summary}`
    : `${environment.name} has this already (revision ${revision.revision}): nothing was changed`;
}
