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
 * Publishes the versions that one environment runs in another one: the same files, byte for byte. Copies them if the
 * environments have different stores. With several remotes all are checked first, and published as one revision.
 * @param {string | undefined} name of the remote; undefined with `all`
 * @param {{ from: string, to: string, all?: boolean }} options names of the environments
 */
export async function promote(name, { from, to, all = false }) {
  if (all === (name !== undefined)) throw new Failure('Name one remote, or all of them: --all.');
  if (from === to) throw new Failure('Name two different environments.');
  const [source, target] = [await openEnvironment(from), await openEnvironment(to)];
  const since = await currentRevision(target);
  const { remotes } = await currentRevision(source);
  const names = name === undefined ? Object.keys(remotes) : [name];
  if (names.length === 0) throw new Failure(`${from} runs no remote.`, 'Release one there first.');
  const shell = await readShell(target);
  const releases = names.map((each) => {
    const version = getRemote(remotes, each)?.version;
    if (!version) throw new Failure(`${from} runs no ${each}.`, 'Release it there first.');
    return { name: each, version };
  });
  if (!shell)
    throw new Failure(
      `${to} has no shell yet.`,
      `Release one first: homie release shell --env ${to}`,
    );
  const summary = `${releases.map((each) => `${each.name} ${each.version}`).join(', ')} from ${from}`;
  console.log(`Promoting ${summary} to ${to}`);
  await withTiming('contract', async () => {
    for (const { name: each, version } of releases) {
      const { record } = await readRelease(source.store, each, version);
      await requireRunnable(`${each} ${version}`, record, shell, target);
    }
  });
  await withTiming('files', async () => {
    for (const { name: each, version } of releases)
      await copyRelease(source.store, target.store, each, version);
  });
  for (const { name: each, version } of releases)
    await copySbom(source.store, target.store, each, version);
  await withTiming('publish', async () => {
    const published = await Promise.all(
      releases.map(({ name: each, version }) => readRelease(target.store, each, version)),
    );
    return publishChange(target, {
      command: 'promote',
      names,
      summary,
      next: (before) => {
        const after = published.reduce(
          (next, { release }, index) => withRelease(next, names[index] ?? '', release) ?? next,
          before,
        );
        return after === before ? undefined : after;
      },
      since,
    });
  });
}
