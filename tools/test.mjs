// `npm test`: sets up whatever is missing, runs every check and prints one summary. A check that passed before on the
// same files is not repeated. `npm test -- unit browser` runs the checks named, and no others.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findFirefox, findWebKit } from '../.config/browsers.mjs';
import { ensureFirefox, ensureWebKit } from './steps/browsers.mjs';
import { build } from './steps/build.mjs';
import { ensureClamd } from './steps/clamav.mjs';
import { ensureChromium } from './steps/chromium.mjs';
import { failuresOfPlaywright, failuresOfVitest, formatFailures } from './steps/failures.mjs';
import { checkNode, install } from './steps/install.mjs';
import { rememberPassed } from './steps/passed.mjs';
import { startPostgres } from './steps/postgres.mjs';
import { getBinPath, root, run, step } from './steps/run.mjs';
import { ensureSupabaseCli } from './steps/supabase-cli.mjs';

const results = path.join(root, 'test-results');
/** @param {string} name */
const report = (name) => path.join(results, `${name}.json`);
/** @param {string} name */
const readReport = (name) => {
  try {
    return JSON.parse(readFileSync(report(name), 'utf8'));
  } catch {
    return undefined; // The runner died before it could write one: counted as a failure below.
  }
};

/**
 * @typedef {{ passed: number, failed: number, failures: import('./steps/failures.mjs').Failure[] }} Outcome
 * @typedef {(env: NodeJS.ProcessEnv) => Promise<Outcome>} Check
 */

/**
 * Returns a check that runs one command: it passes or fails. Prints the output when it exits, since checks run
 * concurrently.
 * @param {string} program
 * @param {string[]} args
 * @returns {Check}
 */
const command = (program, ...args) =>
  async function runCommand() {
    const { code, output } = await run(getBinPath(program), args, { quiet: true });
    console.log(`\n── ${program}\n${output.trim()}`);
    if (code === 0) return { passed: 1, failed: 0, failures: [] };
    return { passed: 0, failed: 1, failures: [{ name: program, message: output }] };
  };

/**
 * Runs tests with vitest: all files of these projects, or those whose paths contain one of the names.
 * @param {string} check
 * @param {string[]} projects
 * @param {string[]} [names]
 * @returns {Check}
 */
const vitest = (check, projects, names = []) =>
  async function runVitest(env) {
    const selected = [...names, ...projects.flatMap((name) => ['--project', name])];
    const args = ['run', '--config', '.config/vitest.ts', ...selected];
    const { code } = await run(
      getBinPath('vitest'),
      [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report(check)}`],
      { env },
    );
    const found = readReport(check);
    const { numPassedTests: passed = 0, numFailedTests = 0 } = found ?? {};
    // A file that could not be loaded fails the run without failing a test.
    const failed = code !== 0 ? Math.max(numFailedTests, 1) : numFailedTests;
    return { passed, failed, failures: failuresOfVitest(found) };
  };

/**
 * Runs browser tests: those of a Playwright configuration in `.config`.
 * @param {string} check
 * @param {string} config
 * @returns {Check}
 */
const playwright = (check, config) =>
  async function runPlaywright(env) {
    const { code } = await run(
      getBinPath('playwright'),
      ['test', '--config', `.config/${config}.ts`],
      { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report(check) } },
    );
    const found = readReport(check);
    const { expected: passed = 0, unexpected = 0, flaky = 0 } = found?.stats ?? {};
    const wrong = unexpected + flaky;
    const failed = code !== 0 ? Math.max(wrong, 1) : wrong;
    return { passed, failed, failures: failuresOfPlaywright(found) };
  };

/** Journeys in every engine that is installed. A missing one is reported, and fails the check in CI. @type {Check} */
async function journeys(env) {
  const outcome = await playwright('journeys', 'journeys')(env);
  const missing = [findFirefox(), findWebKit()].flatMap((found) =>
    'missing' in found ? [found.missing] : [],
  );
  for (const reason of missing) console.log(`  Skipped: ${reason}`);
  if (!process.env.CI) return outcome;
  const failures = missing.map((message) => ({ name: 'journeys', message }));
  return {
    passed: outcome.passed,
    failed: outcome.failed + failures.length,
    failures: [...outcome.failures, ...failures],
  };
}

/** Tests whose result may differ on another PostgreSQL than the embedded one. */
const ON_POSTGRES_15 =
  'database/run database/schemas database/baseline auth.contract rest.contract storage.contract http/audit-trail tests/messages tests/search tests/embeddings'.split(
    ' ',
  );

/** A reduced set of tests on the oldest PostgreSQL that is supported. @type {Check} */
async function onPostgres15(env) {
  const postgres = await startPostgres();
  const tests = vitest('postgres15', ['database', 'http'], ON_POSTGRES_15);
  return tests({ ...env, HOMIE_TEST_POSTGRES_URL: postgres.url }).finally(postgres.stop);
}

/** @type {Record<string, Check>} */
const checks = {
  lint: command('oxlint', '--deny-warnings', '--report-unused-disable-directives'),
  format: command('prettier', '--check', '--log-level=warn', '.'),
  types: command('tsc', '-b'),
  unused: command('knip', '--config', '.config/knip.json', '--no-progress'),
  unit: vitest('unit', ['unit', 'page']),
  database: vitest('database', ['database']),
  http: vitest('http', ['http']),
  postgres15: onPostgres15,
  deno: vitest('deno', ['deno']),
  browser: playwright('browser', 'playwright'),
  journeys,
};

/** Checks of one line run concurrently: formatting occupies one core for as long as the other two checks. */
const turns = [
  ['lint', 'format', 'types', 'unused'],
  ...['unit', 'database', 'http', 'postgres15', 'deno', 'browser', 'journeys'].map((name) => [
    name,
  ]),
];

checkNode();
const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !(name in checks));
if (unknown.length > 0) {
  console.error(
    `No such check: ${unknown.join(', ')}. There are: ${Object.keys(checks).join(', ')}.`,
  );
  process.exit(1);
}
const names = requested.length > 0 ? requested : Object.keys(checks);
/** @param {string[]} some */
const needs = (...some) => some.some((name) => names.includes(name));

rmSync(results, { recursive: true, force: true });
await step('packages', install);
/** @type {NodeJS.ProcessEnv} */
const env = { NX_DAEMON: 'false' };
if (needs('unit', 'database', 'http', 'postgres15', 'deno', 'browser', 'journeys'))
  await step('build', build);
const chromium = needs('browser', 'journeys') ? await step('Chromium', ensureChromium) : undefined;
if (chromium) env.CHROMIUM_PATH = chromium;
if (needs('journeys')) {
  await step('Firefox', ensureFirefox);
  await step('WebKit', ensureWebKit);
}
if (needs('database', 'deno'))
  env.HOMIE_SUPABASE_CLI = await step('Supabase command line', ensureSupabaseCli);
const clamd = needs('http', 'deno') ? await step('ClamAV', ensureClamd) : undefined;
if (clamd) env.HOMIE_TEST_CLAMD = clamd;
else if (needs('http', 'deno'))
  console.log('  No clamd: tests with a real one are skipped (install clamav-daemon).');

const totals = { passed: 0, failed: 0 };
const remembered = rememberPassed(root);
/** What the result of a check depends on, besides the files. */
const environment = [
  env,
  findFirefox(),
  findWebKit(),
  Object.entries(process.env).filter(([name]) => name === 'CI' || name.startsWith('HOMIE_')),
];
/** @type {string[]} */
const lines = [];
/** @type {Outcome['failures']} */
const failures = [];

/** @param {string} name @returns the line of the summary */
async function runCheck(name) {
  const runs = checks[name];
  if (!runs) throw new Error(`No check ${name}`);
  const files = remembered.hash(name, environment);
  const before = requested.length === 0 ? remembered.find(name, files) : undefined;
  if (before !== undefined) {
    totals.passed += before;
    return `${name.padEnd(12)}${`${before} passed before`.padEnd(28)}on the same files`;
  }
  const started = performance.now();
  const { passed, failed, failures: found } = await runs(env);
  // Files that changed in the meantime may have been read before or after.
  if (failed === 0 && files === remembered.hash(name, environment))
    remembered.store(name, files, passed);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  totals.passed += passed;
  totals.failed += failed;
  failures.push(...found);
  // A runner that died, or an error outside of every test.
  if (failed > 0 && found.length === 0)
    failures.push({
      name,
      message: 'It failed, and no test of it did: its output above says how.',
    });
  return `${name.padEnd(12)}${`${passed} passed, ${failed} failed`.padEnd(28)}${seconds} s`;
}

for (const turn of turns) {
  const beside = turn.filter((name) => names.includes(name));
  if (beside.length > 0) console.log(`\n── ${beside.join(', ')}`);
  const ended = await Promise.all(beside.map((name) => runCheck(name)));
  lines.push(...ended);
}
console.log(`\n${lines.join('\n')}\n`);
if (failures.length > 0) console.log(`${formatFailures(failures)}\n`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);
