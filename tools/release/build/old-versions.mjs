import { environmentNames, openEnvironment } from '../environments.mjs';
import { namedReleases } from '../manifest/changes.mjs';
import { KEPT_DAYS, listRevisions, readRevision } from '../manifest/revisions.mjs';
import { getReleaseFolder, RECORD } from './stored-release.mjs';

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
 * @param {import('../stores/release-store.mjs').ReleaseStore} store
 * @param {import('../manifest/revisions.mjs').RevisionContext[]} environments of this store
 * @param {Date} now
 * @returns {Promise<{ name: string, version: string, builtAt: string }[]>}
 */
export async function oldVersions(store, environments, now) {
  const needed = new Set();
  for (const environment of environments)
    for (const number of await listRevisions(environment)) {
      const revision = await readRevision(environment, number);
      for (const { name, version } of revision ? namedReleases(revision) : [])
        needed.add(`${name} ${version}`);
    }
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString();
  const old = [];
  for (const name of await store.list('remotes'))
    for (const version of await store.list(`remotes/${name}`)) {
      if (needed.has(`${name} ${version}`)) continue;
      // Without a record the version is still being written, or its release was interrupted.
      const bytes = await store.read(`${getReleaseFolder(name, version)}/${RECORD}`);
      if (!bytes) continue;
      /** @type {import('./stored-release.mjs').ReleaseRecord} */
      const { builtAt } = JSON.parse(bytes.toString('utf8'));
      if (builtAt && builtAt < before) old.push({ name, version, builtAt });
    }
  return old;
}
