// `npm run rollout -- chat --env production --version X --percent 10`: a version for some people.
// Said again with another audience it is raised or lowered; `--withdraw` takes it back, and
// `--percent 100` or `--complete` gives it to everybody.
import { requireRunnable } from '../build/checks.mjs';
import { readRelease } from '../build/release-folder.mjs';
import { readShell } from '../build/shell.mjs';
import { runCommand, timed } from '../console.mjs';
import { openEnvironment } from '../environments.mjs';
import { Failure } from '../failure.mjs';
import { audienceOf, inWords } from '../manifest/audience.mjs';
import { withRelease, withRollout, withoutRollout } from '../manifest/changes.mjs';
import { publishChange } from '../manifest/publish-change.mjs';
import { currentRevision } from '../manifest/revisions.mjs';
import { readOptions } from '../options.mjs';

const USAGE = `npm run rollout -- <remote> --env <environment> --version <version>
         (--percent <0-100> | --roles <a,b> | --accounts <e-mail,e-mail> | --complete | --withdraw)`;

const KNOWN = {
  version: 'string',
  percent: 'string',
  roles: 'string',
  accounts: 'string',
  complete: 'boolean',
  withdraw: 'boolean',
};

function requireRollout(remote, { name, env, version }) {
  if (!version) throw new Failure('Name a version.', `Usage: ${USAGE}`);
  if (!remote)
    throw new Failure(
      `${env} runs no ${name} that some could have another version of.`,
      `Release one for everybody first: npm run release -- ${name} --env ${env}`,
    );
  if (remote.version === version)
    throw new Failure(`Everybody in ${env} has ${name} ${version} already.`);
}

await runCommand(async () => {
  const options = readOptions(USAGE, KNOWN);
  const { name, env, version, withdraw, complete } = options;
  const environment = await openEnvironment(env);
  const since = await currentRevision(environment);
  requireRollout(since.remotes[name], options);
  const change = (summary, next) =>
    publishChange(environment, { command: 'rollout', name, summary, next, since });

  if (withdraw) {
    await timed('withdraw', () =>
      change(`${name} ${version} withdrawn`, (remotes) => withoutRollout(remotes, name, version)),
    );
    return;
  }
  const audience = audienceOf(name, options, USAGE);
  const { record, release } = await readRelease(environment.store, name, version);
  const shell = await readShell(environment);
  if (shell) await requireRunnable(`${name} ${version}`, record, shell, environment);
  await timed('rollout', () =>
    complete || audience.percent === 100
      ? change(`${name} ${version} for everybody`, (remotes) => withRelease(remotes, name, release))
      : change(`${name} ${version} for ${inWords(audience)}`, (remotes) =>
          withRollout(remotes, name, release, audience),
        ),
  );
});
