// `npm run revisions -- --env production`: what has run there. `show <n>` prints a manifest,
// `compare <a> <b>` what differs between two revisions.
import { parseArgs } from 'node:util';
import { runCommand } from '../console.mjs';
import { openEnvironment } from '../environments.mjs';
import { Failure } from '../failure.mjs';
import { compareRevisions, describeRemote } from '../manifest/compare-revisions.mjs';
import { KEPT_REVISIONS, listRevisions, readRevision, settle } from '../manifest/revisions.mjs';

const USAGE =
  'npm run revisions -- --env <environment> [list | show <number> | compare <number> <number>]';

async function kept(environment, number) {
  const revision = /^\d+$/.test(number ?? '')
    ? await readRevision(environment, Number(number))
    : undefined;
  if (!revision)
    throw new Failure(
      `${environment.name} keeps no revision ${number ?? ''}.`,
      `It keeps: ${(await listRevisions(environment)).join(', ') || 'none'}. Usage: ${USAGE}`,
    );
  return revision;
}

async function list(environment) {
  const numbers = await listRevisions(environment);
  if (numbers.length === 0) console.log(`Nothing has been released into ${environment.name}.`);
  for (const [index, number] of numbers.slice(0, KEPT_REVISIONS).entries()) {
    const { change, remotes } = await kept(environment, String(number));
    const what = change ? `${change.command} ${change.summary}` : '';
    const when = change ? `${change.at.slice(0, 16).replace('T', ' ')}  ${change.by}` : '';
    console.log(`${index === 0 ? '*' : ' '} ${String(number).padStart(4)}  ${when}  ${what}`);
    if (index === 0)
      for (const [name, remote] of Object.entries(remotes))
        console.log(`          ${describeRemote(name, remote)}`);
  }
}

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    options: { env: { type: 'string' } },
    allowPositionals: true,
  });
  const [action = 'list', ...numbers] = positionals;
  if (!values.env) throw new Failure('Name an environment.', `Usage: ${USAGE}`);
  const environment = await openEnvironment(values.env);
  await settle(environment);
  if (action === 'list') return list(environment);
  if (action === 'show') {
    console.log(JSON.stringify(await kept(environment, numbers[0]), null, 2));
    return;
  }
  if (action !== 'compare') throw new Failure(`Unknown: ${action}.`, `Usage: ${USAGE}`);
  const [one, other] = [await kept(environment, numbers[0]), await kept(environment, numbers[1])];
  const lines = compareRevisions(one, other);
  console.log(lines.length > 0 ? lines.join('\n') : 'They run the same.');
});
