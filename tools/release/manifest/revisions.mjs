import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { requirePublishable } from '../build/publishable.mjs';
import { readShellFile, writeShellFile } from '../build/shell.mjs';
import { Failure } from '../failure.mjs';
import { readJson } from '../stores/read-json.mjs';
import { getRemote } from './changes.mjs';

/** Minimum number of revisions of an environment's manifest that are retained. */
export const KEPT_REVISIONS = 20;

/** Days for which revisions that ran are retained as well. Pages that are open for longer have to be reloaded. */
export const KEPT_DAYS = 30;

/**
 * Revision of an environment's manifest: the data that pages read, and the change that led to it.
 * @typedef {object} Revision
 * @property {1} schemaVersion
 * @property {number} revision
 * @property {string} environment
 * @property {string[]} comingSoon
 * @property {import('./changes.mjs').Remotes} remotes
 * @property {import('../build/shell.mjs').ShellContract} [shell] that runs them; not in the manifest that pages read
 * @property {Change} [change] not in the manifest that pages read
 *
 * @typedef {object} Change
 * @property {string} id
 * @property {string} command e.g. `release`
 * @property {string} summary one line, e.g. `chat 2.0.0-1a2b3c4d`
 * @property {string[]} remotes those that it changed
 * @property {string} by
 * @property {string} at ISO 8601
 *
 * New content of a revision; what it omits stays.
 * @typedef {Pick<Revision, 'remotes'> & Partial<Pick<Revision, 'comingSoon' | 'shell'>>} Next
 *
 * @typedef {object} RevisionContext
 * @property {string} name of the environment
 * @property {import('../stores/release-store.mjs').ReleaseStore} store
 */

/** Size of the manifest that servers read, in bytes: `text-reader.ts`. */
const LARGEST_BYTES = 1_000_000;

/**
 * Maximum attempts. More conflicts do not come from concurrent commands but from a store that refuses unlisted files.
 */
const ATTEMPTS = 50;

/** @param {string} name of the environment */
const getRevisionsFolder = (name) => `environments/${name}/revisions`;
/**
 * @param {string} name of the environment
 * @param {number} revision
 */
const getRevisionFile = (name, revision) => `${getRevisionsFolder(name)}/${revision}.json`;
/** @param {object} value */
const stringify = (value) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Lists the stored revisions of an environment.
 * @param {RevisionContext} environment
 * @returns {Promise<number[]>} their numbers, newest first
 */
export async function listRevisions({ name, store }) {
  return (await store.list(getRevisionsFolder(name)))
    .map((file) => Number(/^(\d+)\.json$/.exec(file)?.[1] ?? Number.NaN))
    .filter((revision) => !Number.isNaN(revision))
    .sort((one, other) => other - one);
}

/**
 * Reads a revision.
 * @param {RevisionContext} environment
 * @param {number} revision
 * @returns {Promise<Revision | undefined>} undefined if it is not stored
 * @throws {Failure} if it is damaged, or was written by a newer version of the command
 */
export async function readRevision({ name, store }, revision) {
  const file = getRevisionFile(name, revision);
  const found = await readJson(
    store,
    file,
    (/** @type {Partial<Revision>} */ { remotes, ...it }) =>
      it.revision === revision && typeof remotes === 'object' && Number.isInteger(it.schemaVersion),
    `Restore this file from a backup, or remove it: the one before is then the newest revision of ${name}.`,
  );
  if (found && found.schemaVersion !== 1)
    throw new Failure(
      `${file} in ${store.location} was written by a newer version of this command.`,
      'Update this workspace first.',
    );
  return found;
}

/**
 * Reads the newest revision.
 * @param {RevisionContext} environment
 * @returns {Promise<Revision>} revision 0 without remotes if there is none
 */
export async function currentRevision({ name, store }) {
  const [newest] = await listRevisions({ name, store });
  const found = newest === undefined ? undefined : await readRevision({ name, store }, newest);
  return found ?? { schemaVersion: 1, revision: 0, environment: name, comingSoon: [], remotes: {} };
}

/**
 * Reads the contract of an environment's shell.
 * @param {RevisionContext} environment
 * @param {Revision} [revision] the newest one by default
 * @returns {Promise<import('../build/shell.mjs').ShellContract | undefined>} undefined before the first release of a shell
 */
export async function readShell(environment, revision) {
  const { shell } = revision ?? (await currentRevision(environment));
  return shell ?? readShellFile(environment);
}

/**
 * Publishes a change by compare-and-swap: creates the next revision exclusively, so that one of two concurrent changes
 * is first. The other one is retried on top of it.
 * @param {RevisionContext} environment
 * @param {Pick<Change, 'command' | 'summary' | 'remotes' | 'by'>} change
 * @param {(current: Revision) => Next | undefined | Promise<Next | undefined>} next
 *   returns the new content of the manifest, or undefined if nothing changes. Called for each attempt.
 * @param {Revision} [since] revision that the command started from; the current one by default
 * @returns {Promise<{ revision: Revision, changed: boolean }>}
 * @throws {Failure} if another command has changed the same remote since then, or pages could not run the change
 */
export async function publish(environment, change, next, since) {
  const id = randomUUID();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const current = await currentRevision(environment);
    since ??= current;
    refuseOvertaken(since, current, change);
    const wanted = await next(current);
    if (!wanted) {
      await settle(environment);
      return { revision: current, changed: false };
    }
    // Read for each attempt: the shell may have been released since the command started.
    const running = wanted.shell ?? (await readShell(environment, current));
    await requirePublishable(environment.store, running, current.remotes, wanted.remotes);
    const shell = wanted.shell ?? current.shell;
    /** @type {Revision} */
    const revision = {
      schemaVersion: 1,
      revision: current.revision + 1,
      environment: environment.name,
      comingSoon: wanted.comingSoon ?? current.comingSoon,
      remotes: wanted.remotes,
      ...(shell && { shell }),
      change: { id, ...change, at: new Date().toISOString() },
    };
    if (Buffer.byteLength(stringify(toPublicManifest(revision))) > LARGEST_BYTES)
      throw new Failure(
        `The manifest would be larger than ${LARGEST_BYTES.toLocaleString('en')} bytes: no server would read it.`,
        'Remove contributions, or withdraw rollouts.',
      );
    const { store, name } = environment;
    if (!(await store.create(getRevisionFile(name, revision.revision), stringify(revision)))) {
      // A store may create a file although its response is lost: the existing revision may be ours.
      const there = await readRevision(environment, revision.revision);
      if (there?.change?.id !== id) continue;
    }
    await settle(environment).catch((error) => {
      throw new Failure(
        `It is recorded as revision ${revision.revision} of ${name}, but pages cannot read it yet: ${error.message}`,
        'Once that is fixed, the next command for this environment makes it visible, even `revisions`. If it is no longer wanted, roll back first.',
      );
    });
    // The change is complete: the next command removes them.
    await forgetOld(environment).catch(() => undefined);
    return { revision, changed: true };
  }
  throw new Failure(
    `${environment.store.location} was changed by others ${ATTEMPTS} times while this command tried.`,
    'Run it again.',
  );
}

/**
 * Rejects a change of a remote that another command has changed since, because its author has not seen that change.
 * @param {Revision} before
 * @param {Revision} current
 * @param {Pick<Change, 'command' | 'remotes'>} change
 * @throws {Failure} if one of the remotes has changed since
 */
function refuseOvertaken(before, current, { command, remotes }) {
  if (current.revision === before.revision) return;
  const overtaken = remotes.find(
    (remote) =>
      !isDeepStrictEqual(getRemote(before.remotes, remote), getRemote(current.remotes, remote)),
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
 * Writes the newest revision to the manifest that pages read, and its shell to the file that servers read. Checks again after each write, so the last writer has
 * written the newest. Also completes a change whose process was killed.
 * @param {RevisionContext} environment
 * @returns {Promise<void>}
 */
export async function settle(environment) {
  const { store, name } = environment;
  for (let written = -1; ;) {
    const current = await currentRevision(environment);
    if (current.revision === written || current.revision === 0) return;
    if (current.shell) await writeShellFile(environment, current.shell);
    const text = stringify(toPublicManifest(current));
    const file = `environments/${name}/remotes.json`;
    if ((await store.read(file))?.toString('utf8') === text) return;
    await store.replace(file, text);
    written = current.revision;
  }
}

/**
 * Returns the manifest that pages read, without its shell and the record of who changed what.
 * @param {Revision} revision
 */
export function toPublicManifest({ change: _change, shell: _shell, ...manifest }) {
  return manifest;
}

/**
 * Removes revisions that did not run within 30 days before the oldest of those that are always retained. Its time, not
 * the current one: a clock that is ahead must not remove what ran today.
 * @param {RevisionContext} environment
 */
async function forgetOld(environment) {
  const numbers = await listRevisions(environment);
  const old = numbers.slice(KEPT_REVISIONS);
  const oldest = numbers[KEPT_REVISIONS - 1];
  const retained = oldest && (await readRevision(environment, oldest));
  if (!retained || !retained.change) return;
  const before = new Date(Date.parse(retained.change.at) - KEPT_DAYS * 86_400_000).toISOString();
  const forgotten = [];
  // Starts with the oldest: revisions after one that ran recently ran even later.
  for (const revision of old.reverse()) {
    const next = await readRevision(environment, revision + 1);
    if (next?.change && next.change.at >= before) break;
    forgotten.push(getRevisionFile(environment.name, revision));
  }
  await environment.store.remove(forgotten);
}
