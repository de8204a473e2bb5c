import { requireRunnable } from '../build/checks.mjs';
import { copyRelease } from '../build/copy-release.mjs';
import { readRelease } from '../build/stored-release.mjs';
import { copySbom } from '../build/sbom.mjs';
import { withTiming } from '../console.mjs';
import { openEnvironment } from '../environments.mjs';
import { Failure } from '../failure.mjs';
import { getRemote, withRelease } from '../manifest/changes.mjs';
import { publishChange } from '../manifest/publish-change.mjs';
import { currentRevision, readShell } from '../manifest/revisions.mjs';

/**
 * Publishes the version that one environment runs in another one: the same files, byte for byte. Copies them if the
 * environments have different stores.
 * @param {string} name of the remote
 * @param {{ from: string, to: string }} options names of the environments
 */
export async function promote(name, { from, to }) {
  if (from === to) throw new Failure('Name two different environments.');
  const [source, target] = [await openEnvironment(from), await openEnvironment(to)];
  const since = await currentRevision(target);
  const version = getRemote((await currentRevision(source)).remotes, name)?.version;
  if (!version) throw new Failure(`${from} runs no ${name}.`, 'Release it there first.');
  const shell = await readShell(target);
  if (!shell)
    throw new Failure(
      `${to} has no shell yet.`,
      `Release one first: homie release shell --env ${to}`,
    );
  console.log(`Promoting ${name} ${version} from ${from} to ${to}`);
  const { record } = await readRelease(source.store, name, version);
  await withTiming('contract', () => requireRunnable(`${name} ${version}`, record, shell, target));
  await withTiming('files', () => copyRelease(source.store, target.store, name, version));
  await copySbom(source.store, target.store, name, version);
  await withTiming('publish', async () => {
    const { release } = await readRelease(target.store, name, version);
    return publishChange(target, {
      command: 'promote',
      name,
      summary: `${name} ${version} from ${from}`,
      next: (remotes) => withRelease(remotes, name, release),
      since,
    });
  });
}
