import { openEnvironment } from '../environments.mjs';
import { Failure } from '../failure.mjs';
import { compareRevisions, describeRemote } from '../manifest/compare-revisions.mjs';
import { KEPT_REVISIONS, listRevisions, readRevision, settle } from '../manifest/revisions.mjs';

/**
 * Reads a stored revision.
 * @param {import('../environments.mjs').Environment} environment
 * @param {string} number of the revision
 * @throws {Failure} if the revision is not stored
 */
async function requireRevision(environment, number) {
  const revision = /^\d+$/.test(number ?? '')
    ? await readRevision(environment, Number(number))
    : undefined;
  if (!revision)
    throw new Failure(
      `${environment.name} keeps no revision ${number ?? ''}.`,
      `It keeps: ${(await listRevisions(environment)).join(', ') || 'none'}.`,
    );
  return revision;
}

/** @param {string} env name of the environment */
async function open(env) {
  const environment = await openEnvironment(env);
  await settle(environment);
  return environment;
}

/**
 * Prints the revisions of an environment, newest first.
 * @param {{ env: string, json?: boolean }} options
 */
export async function printRevisions({ env, json }) {
  const environment = await open(env);
  const numbers = (await listRevisions(environment)).slice(0, KEPT_REVISIONS);
  const revisions = [];
  for (const number of numbers) revisions.push(await requireRevision(environment, String(number)));
  if (json) {
    console.log(JSON.stringify(revisions, null, 2));
    return;
  }
  if (numbers.length === 0) console.log(`Nothing has been released into ${environment.name}.`);
  for (const [index, { change, remotes }] of revisions.entries()) {
    const what = change ? `${change.command} ${change.summary}` : '';
    const when = change ? `${change.at.slice(0, 16).replace('T', ' ')}  ${change.by}` : '';
    console.log(
      `${index === 0 ? '*' : ' '} ${String(numbers[index]).padStart(4)}  ${when}  ${what}`,
    );
    if (index === 0)
      for (const [name, remote] of Object.entries(remotes))
        console.log(`          ${describeRemote(name, remote)}`);
  }
}

/**
 * Prints the manifest of a revision as JSON.
 * @param {string} number
 * @param {{ env: string }} options
 */
export async function showRevision(number, { env }) {
  console.log(JSON.stringify(await requireRevision(await open(env), number), null, 2));
}

/**
 * Prints the differences between two revisions.
 * @param {string} before
 * @param {string} after
 * @param {{ env: string }} options
 */
export async function printDifferences(before, after, { env }) {
  const environment = await open(env);
  const lines = compareRevisions(
    await requireRevision(environment, before),
    await requireRevision(environment, after),
  );
  console.log(lines.length > 0 ? lines.join('\n') : 'They run the same.');
}
