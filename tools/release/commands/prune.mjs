// `npm run prune -- --env production`: removes versions from the environment's store that are 30
// days old or older and that no environment of this store has run within 30 days or its last 20 revisions.
// `--dry-run` only says which.
import { environmentsOfStore, oldVersions } from '../build/old-versions.mjs';
import { folderOf } from '../build/release-folder.mjs';
import { runCommand } from '../console.mjs';
import { openEnvironment } from '../environments.mjs';
import { readOptions } from '../options.mjs';

const USAGE = 'npm run prune -- --env <environment> [--dry-run]';

await runCommand(async () => {
  const { env, 'dry-run': dry } = readOptions(USAGE, { 'dry-run': 'boolean' }, { positionals: 0 });
  const { store } = await openEnvironment(env);
  const old = await oldVersions(store, await environmentsOfStore(store), new Date());
  for (const { name, version, builtAt } of old) {
    console.log(
      `${dry ? 'would remove' : 'removed'} ${name} ${version} of ${builtAt.slice(0, 10)}`,
    );
    if (dry) continue;
    const folder = folderOf(name, version);
    await store.remove((await store.listAll(folder)).map((file) => `${folder}/${file}`));
  }
  console.log(`${old.length} ${old.length === 1 ? 'version' : 'versions'}, ${store.place}`);
});
