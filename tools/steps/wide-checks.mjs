// Checks of the wide proof that need more than one command.
import { findFirefox, findWebKit } from '../../.config/browsers.mjs';
import { playwright, vitest } from './checks.mjs';
import { ensureNode } from './node-versions.mjs';
import { startPostgres } from './postgres.mjs';

/** @typedef {import('./checks.mjs').Check} Check @typedef {import('./checks.mjs').Outcome} Outcome */

/**
 * Reports something that this machine does not have, which fails the check in continuous integration.
 * @param {string} check
 * @param {string[]} missing
 * @returns {Outcome}
 */
function skip(check, missing) {
  for (const reason of missing) console.log(`  Skipped: ${reason}`);
  const failures = process.env.CI ? missing.map((message) => ({ name: check, message })) : [];
  return { passed: {}, failed: failures.length, failures, cpu: 0 };
}

/** @param {Outcome[]} outcomes @returns {Outcome} */
const sum = (outcomes) => ({
  passed: Object.assign({}, ...outcomes.map(({ passed }) => passed)),
  failed: outcomes.reduce((total, { failed }) => total + failed, 0),
  failures: outcomes.flatMap(({ failures }) => failures),
  cpu: outcomes.reduce((total, { cpu }) => total + cpu, 0),
});

/** Journeys in every engine that is installed. @type {Check} */
export async function journeys(env, paths) {
  const engines = [findFirefox(), findWebKit()];
  const missing = engines.flatMap((found) => ('missing' in found ? [found.missing] : []));
  const skipped = skip('journeys', missing);
  if (missing.length === engines.length) return skipped;
  return sum([await playwright('journeys', 'journeys')(env, paths), skipped]);
}

/** Tests whose result may differ on another PostgreSQL than the embedded one. */
const ON_POSTGRES_15 =
  'database/run database/schemas database/baseline auth.contract rest.contract storage.contract http/audit-trail tests/messages tests/search tests/embeddings'.split(
    ' ',
  );

/** A reduced set of tests on the oldest PostgreSQL that is supported. @type {Check} */
export async function onPostgres15(env, paths) {
  const postgres = await startPostgres();
  const tests = vitest('postgres15', 'database', 'http');
  const selected = paths.length > 0 ? paths : ON_POSTGRES_15;
  return tests({ ...env, HOMIE_TEST_POSTGRES_URL: postgres.url }, selected).finally(postgres.stop);
}

/** What runs on Node in production: the others run in browsers, where another engine decides. */
const RUNS_ON_NODE = [
  'apps/server/',
  'supabase/functions/',
  'libs/federation-build/',
  'tools/homie',
  'tools/steps/',
];

/** HTTP tests of what differs between versions of Node: streams, files, cryptography, processes. */
const ON_OTHER_NODE =
  'tests/messages tests/replies tests/continuing tests/uploads tests/restart tests/sending-once tests/passkeys tests/single-sign-on.http http/accounts http/backup http/audit-trail'.split(
    ' ',
  );

/**
 * Unit tests of what runs on Node, a selection of the HTTP tests, and the main job on another version of Node.
 * @param {number} major
 * @returns {Check}
 */
export const onNode = (major) =>
  async function runOnNode(env, paths) {
    const check = `node${major}`;
    const folder = await ensureNode(major);
    if (folder === undefined) return skip(check, [`npm has no Node ${major} for this platform.`]);
    const withNode = { ...env, PATH: `${folder}:${process.env.PATH}` };
    const inBrowser = paths.filter((file) => file.startsWith('e2e/'));
    const others = paths.filter((file) => !file.startsWith('e2e/'));
    /** @type {Outcome[]} */
    const outcomes = [];
    if (paths.length === 0) {
      outcomes.push(await vitest(check, 'unit')(withNode, RUNS_ON_NODE));
      outcomes.push(await vitest(`${check}-http`, 'http')(withNode, ON_OTHER_NODE));
    } else if (others.length > 0)
      outcomes.push(await vitest(check, 'unit', 'http')(withNode, others));
    if (paths.length === 0 || inBrowser.length > 0)
      outcomes.push(
        await playwright(`${check}-browser`, 'playwright')(withNode, ['main-job.spec.ts']),
      );
    return sum(outcomes);
  };
