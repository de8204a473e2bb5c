import { environmentsOfStore, oldVersions, removeOldVersions } from '../build/old-versions.mjs';
import { openEnvironment } from '../environments.mjs';

/**
 * Removes versions from the environment's store that are 30 days old or older and that no environment of this store has
 * run within 30 days or its last 20 revisions.
 * @param {{ env: string, dryRun?: boolean }} options `dryRun` only lists them
 */
export async function prune({ env, dryRun }) {
  const { store } = await openEnvironment(env);
  const remove = dryRun ? oldVersions : removeOldVersions;
  const old = await remove(store, await environmentsOfStore(store), new Date());
  // Longer than any command runs.
  if (!dryRun) await store.removeRemains(new Date(Date.now() - 86_400_000));
  for (const { name, version, builtAt } of old)
    console.log(
      `${dryRun ? 'would remove' : 'removed'} ${name} ${version} of ${builtAt.slice(0, 10)}`,
    );
  console.log(`${old.length} ${old.length === 1 ? 'version' : 'versions'}, ${store.location}`);
}
