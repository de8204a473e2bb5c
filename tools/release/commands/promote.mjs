// `npm run promote -- chat --from staging --to production`: what one environment runs, in another.
// The same files byte for byte; they are copied when the environments have different stores.
import { requireRunnable } from '../build/checks.mjs';
import { copyRelease } from '../build/copy-release.mjs';
import { readRelease } from '../build/release-folder.mjs';
import { readShell } from '../build/shell.mjs';
import { runCommand, timed } from '../console.mjs';
import { openEnvironment } from '../environments.mjs';
import { Failure } from '../failure.mjs';
import { withRelease } from '../manifest/changes.mjs';
import { publishChange } from '../manifest/publish-change.mjs';
import { currentRevision } from '../manifest/revisions.mjs';
import { readOptions } from '../options.mjs';

const USAGE = 'npm run promote -- <remote> --from <environment> --to <environment>';

await runCommand(async () => {
  const { name, from, to } = readOptions(USAGE, { from: 'string', to: 'string' }, { env: false });
  if (!from || !to || from === to)
    throw new Failure('Name two different environments.', `Usage: ${USAGE}`);
  const [source, target] = [await openEnvironment(from), await openEnvironment(to)];
  const since = await currentRevision(target);
  const version = (await currentRevision(source)).remotes[name]?.version;
  if (!version) throw new Failure(`${from} runs no ${name}.`, 'Release it there first.');
  const shell = await readShell(target);
  if (!shell)
    throw new Failure(
      `${to} has no shell yet.`,
      `Release one first: npm run release -- shell --env ${to}`,
    );
  console.log(`Promoting ${name} ${version} from ${from} to ${to}`);
  const { record } = await readRelease(source.store, name, version);
  await timed('contract', () => requireRunnable(`${name} ${version}`, record, shell, target));
  await timed('files', () => copyRelease(source.store, target.store, name, version));
  await timed('publish', async () => {
    const { release } = await readRelease(target.store, name, version);
    return publishChange(target, {
      command: 'promote',
      name,
      summary: `${name} ${version} from ${from}`,
      next: (remotes) => withRelease(remotes, name, release),
      since,
    });
  });
});
