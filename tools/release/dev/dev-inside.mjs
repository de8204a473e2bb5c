import { requireRemote } from '../build/remotes.mjs';
import { unmetBy } from '../build/shell.mjs';
import { openEnvironment } from '../environments.mjs';
import { Failure } from '../failure.mjs';
import { readShell } from '../manifest/revisions.mjs';
import { createGateway, listen } from './gateway.mjs';
import { createLocalBuilds, watchBuild } from './local-build.mjs';

/**
 * Serves one remote from this workspace inside an environment that people use. Stops when the process exits.
 * @param {string} name of the remote
 * @param {{ env: string, url?: string, port: string }} options
 */
export async function devInside(name, { env, url, port }) {
  requireRemote(name);
  const environment = await openEnvironment(env);
  const target = new URL(url ?? environment.url).origin;
  await fetch(new URL('/environment.json', target)).catch(({ cause, message }) => {
    throw new Failure(
      `${target} does not answer: ${cause?.message ?? message}`,
      `Is this where ${env} runs? Another address: --url <address>.`,
    );
  });
  const builds = createLocalBuilds(name);
  await listen(createGateway({ name, target, builds }), Number(port));
  const shell = await readShell(environment).catch(() => undefined);
  await watchBuild(
    name,
    async (folder) => {
      const { release, contract } = await builds.take(folder);
      console.log(`  built ${name} ${release.version}`);
      const unmet = shell ? unmetBy({ ...release, contract }, shell) : [];
      for (const line of unmet) console.log(`  the shell of ${env} cannot run this: ${line}`);
    },
    (error) => console.error(`  not built: ${error.message}`),
  );
  console.log(`\n  http://localhost:${port} is ${target} with ${name} of this workspace\n`);
}
