import { environmentNames, openEnvironment } from '../environments.mjs';
import { namedReleases } from '../manifest/changes.mjs';
import { currentRevision, KEPT_DAYS, listRevisions, readRevision } from '../manifest/revisions.mjs';
import { readJson } from '../stores/read-json.mjs';
import { getReleaseFolder, isName, readRecord, RECORD, REMOVED } from './stored-release.mjs';

/**
 * A version that is no longer needed.
 * @typedef {{ name: string, version: string, builtAt: string }} OldVersion
 *
 * @typedef {import('../stores/release-store.mjs').ReleaseStore} ReleaseStore
 * @typedef {import('../manifest/revisions.mjs').RevisionContext} RevisionContext
 */

/**
 * Returns the environments whose releases are in a store.
 * @param {import('../stores/release-store.mjs').ReleaseStore} store
 */
export async function environmentsOfStore(store) {
  const opened = await Promise.all(environmentNames().map((name) => openEnvironment(name)));
  return opened.filter((environment) => environment.store.location === store.location);
}

/**
 * Returns the versions that are no longer needed: built long ago, and not named by a stored revision. The stored
 * revisions include everything that ran recently.
 * @param {ReleaseStore} store
 * @param {RevisionContext[]} environments of this store
 * @param {Date} now
 * @returns {Promise<OldVersion[]>}
 */
export async function oldVersions(store, environments, now) {
  const needed = new Set();
  let newest = '';
  for (const environment of environments)
    for (const number of await listRevisions(environment)) {
      const revision = await readRevision(environment, number);
      for (const { name, version } of revision ? namedReleases(revision) : [])
        needed.add(`${name} ${version}`);
      if (revision?.change && revision.change.at > newest) newest = revision.change.at;
    }
  // Counted from the last change: a clock that is ahead must not make young versions old.
  const last = newest === '' ? now.getTime() : Math.min(now.getTime(), Date.parse(newest));
  const before = new Date(last - KEPT_DAYS * 86_400_000).toISOString();
  const old = [];
  for (const name of (await store.list('remotes')).filter(isName))
    for (const version of (await store.list(`remotes/${name}`)).filter(isName)) {
      if (needed.has(`${name} ${version}`)) continue;
      const record =
        (await readRecord(store, name, version)) ?? (await readRemoved(store, name, version));
      // Without a record the version is still being written, or its release was interrupted.
      if (record?.builtAt && record.builtAt < before)
        old.push({ name, version, builtAt: record.builtAt });
    }
  return old;
}

/** @type {(store: ReleaseStore, name: string, version: string) => Promise<{ builtAt: string } | undefined>} */
const readRemoved = (store, name, version) =>
  readJson(
    store,
    `${getReleaseFolder(name, version)}/${REMOVED}`,
    ({ builtAt }) => typeof builtAt === 'string',
    'Remove this folder: a removal of the version has started.',
  );

/**
 * Removes the versions that are no longer needed. One whose removal is interrupted cannot be published any more, and the
 * next removal completes it.
 * @param {ReleaseStore} store
 * @param {RevisionContext[]} environments of this store
 * @param {Date} now
 * @returns {Promise<OldVersion[]>} those that it has removed
 */
export async function removeOldVersions(store, environments, now) {
  const removed = [];
  for (const old of await oldVersions(store, environments, now)) {
    const folder = getReleaseFolder(old.name, old.version);
    const record = await store.read(`${folder}/${RECORD}`);
    await store.create(`${folder}/${REMOVED}`, JSON.stringify(old));
    await store.remove([`${folder}/${RECORD}`]);
    // A command may have published it since the revisions were read.
    if (record && (await runs(environments, old))) {
      await store.create(`${folder}/${RECORD}`, record);
      await store.remove([`${folder}/${REMOVED}`]);
      continue;
    }
    const files = (await store.listAll(folder)).filter((file) => file !== REMOVED);
    await store.remove([...files, REMOVED].map((file) => `${folder}/${file}`));
    removed.push(old);
  }
  return removed;
}

/** @param {RevisionContext[]} environments @param {OldVersion} old */
async function runs(environments, old) {
  const current = await Promise.all(environments.map(currentRevision));
  return current
    .flatMap(namedReleases)
    .some(({ name, version }) => name === old.name && version === old.version);
}
