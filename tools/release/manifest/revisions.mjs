import { randomUUID } from 'node:crypto';
import { Failure } from '../failure.mjs';

/** How many revisions of an environment's manifest are kept in any case. */
export const KEPT_REVISIONS = 20;

/** Pages that are open for longer than this have to be loaded anew: what ran within it is kept as well. */
export const KEPT_DAYS = 30;

/**
 * A revision of an environment's manifest: what pages read, and what led to it.
 * @typedef {object} Revision
 * @property {1} schemaVersion
 * @property {number} revision
 * @property {string} environment
 * @property {string[]} comingSoon
 * @property {import('./changes.mjs').Remotes} remotes
 * @property {Change} [change] not part of what pages read
 *
 * @typedef {object} Change
 * @property {string} id
 * @property {string} command e.g. `release`
 * @property {string} summary one line, e.g. `chat 2.0.0-1a2b3c4d`
 * @property {string[]} remotes those that it changed
 * @property {string} by
 * @property {string} at ISO 8601
 *
 * @typedef {object} RevisionContext
 * @property {string} name of the environment
 * @property {import('../stores/release-store.mjs').ReleaseStore} store
 */

/** So many others at once are none: a store that refuses what it does not list. */
const ATTEMPTS = 50;

/** @param {string} name of the environment */
const folderOf = (name) => `environments/${name}/revisions`;
/**
 * @param {string} name of the environment
 * @param {number} revision
 */
const fileOf = (name, revision) => `${folderOf(name)}/${revision}.json`;
/** @param {object} value */
const stringify = (value) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * @param {RevisionContext} environment
 * @returns {Promise<number[]>} the kept revisions of an environment, newest first
 */
export async function listRevisions({ name, store }) {
  return (await store.list(folderOf(name)))
    .map((file) => Number(/^(\d+)\.json$/.exec(file)?.[1] ?? Number.NaN))
    .filter((revision) => !Number.isNaN(revision))
    .sort((one, other) => other - one);
}

/**
 * @param {RevisionContext} environment
 * @param {number} revision
 * @returns {Promise<Revision | undefined>} undefined when it is not kept
 */
export async function readRevision({ name, store }, revision) {
  const bytes = await store.read(fileOf(name, revision));
  return bytes && JSON.parse(bytes.toString('utf8'));
}

/**
 * @param {RevisionContext} environment
 * @returns {Promise<Revision>} the newest one; revision 0 without remotes before there is any
 */
export async function currentRevision({ name, store }) {
  const [newest] = await listRevisions({ name, store });
  const found = newest === undefined ? undefined : await readRevision({ name, store }, newest);
  return found ?? { schemaVersion: 1, revision: 0, environment: name, comingSoon: [], remotes: {} };
}

/**
 * Publishes a change by compare-and-swap: the next revision is created exclusively, so that of two
 * at once one is first. The other one begins again from what is there then.
 * @param {RevisionContext} environment
 * @param {Pick<Change, 'command' | 'summary' | 'remotes' | 'by'>} change
 * @param {(current: Revision) => { remotes: import('./changes.mjs').Remotes, comingSoon?: string[] } | undefined} next
 *   what the manifest is to hold, or undefined when nothing is to change. Called again for each attempt.
 * @param {Revision} [since] what the command began with; what is there now unless given
 * @returns {Promise<{ revision: Revision, changed: boolean }>}
 * @throws {Failure} when somebody else has changed the same remote since then
 */
export async function publish(environment, change, next, since) {
  const id = randomUUID();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const current = await currentRevision(environment);
    since ??= current;
    refuseOvertaken(since, current, change);
    const wanted = next(current);
    if (!wanted) {
      await settle(environment);
      return { revision: current, changed: false };
    }
    /** @type {Revision} */
    const revision = {
      schemaVersion: 1,
      revision: current.revision + 1,
      environment: environment.name,
      comingSoon: wanted.comingSoon ?? current.comingSoon,
      remotes: wanted.remotes,
      change: { id, ...change, at: new Date().toISOString() },
    };
    const { store, name } = environment;
    if (!(await store.create(fileOf(name, revision.revision), stringify(revision)))) {
      // A store may take a file and lose the answer: what is there may be ours.
      const there = await readRevision(environment, revision.revision);
      if (there?.change?.id !== id) continue;
    }
    await settle(environment);
    await forgetOld(environment);
    return { revision, changed: true };
  }
  throw new Failure(
    `${environment.store.place} was changed by others ${ATTEMPTS} times while this command tried.`,
    'Run it again.',
  );
}

/**
 * Who wanted to change a remote that another has just changed has not seen what it is now.
 * @param {Revision} before
 * @param {Revision} current
 * @param {Pick<Change, 'command' | 'remotes'>} change
 * @throws {Failure} when that is so
 */
function refuseOvertaken(before, current, { command, remotes }) {
  if (current.revision === before.revision) return;
  const overtaken = remotes.find(
    (remote) => JSON.stringify(before.remotes[remote]) !== JSON.stringify(current.remotes[remote]),
  );
  if (!overtaken) return;
  const winner = current.change;
  const who = winner?.remotes.includes(overtaken)
    ? `${winner.by} was first with "${winner.command} ${winner.summary}" at ${winner.at}`
    : 'somebody else was first';
  throw new Failure(
    `The ${command} of ${overtaken} was not published: ${who} (revision ${current.revision} of ${current.environment}).`,
    `Look at what runs now (homie revisions --env ${current.environment}) and run the command again if it is still wanted.`,
  );
}

/**
 * Puts the newest revision where pages read it. Whoever writes looks again afterwards, so the last
 * one to write has written the newest. It also completes what an ended process has begun.
 * @param {RevisionContext} environment
 * @returns {Promise<void>}
 */
export async function settle(environment) {
  const { store, name } = environment;
  for (let written = -1; ;) {
    const current = await currentRevision(environment);
    if (current.revision === written || current.revision === 0) return;
    const text = stringify(served(current));
    const place = `environments/${name}/remotes.json`;
    if ((await store.read(place))?.toString('utf8') === text) return;
    await store.replace(place, text);
    written = current.revision;
  }
}

/**
 * What pages read: who did what is not theirs.
 * @param {Revision} revision
 */
export function served({ change: _change, ...manifest }) {
  return manifest;
}

/** @param {RevisionContext} environment */
async function forgetOld(environment) {
  const old = (await listRevisions(environment)).slice(KEPT_REVISIONS);
  const before = new Date(Date.now() - KEPT_DAYS * 86_400_000).toISOString();
  const forgotten = [];
  // From the oldest one: those behind one that ran until lately ran later still.
  for (const revision of old.reverse()) {
    const next = await readRevision(environment, revision + 1);
    if (next?.change && next.change.at >= before) break;
    forgotten.push(fileOf(environment.name, revision));
  }
  await environment.store.remove(forgotten);
}
