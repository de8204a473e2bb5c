// `npm test`: sets up whatever is missing, runs every check and prints one summary. Tests that passed before on the same
// files are not repeated, except with `--fresh`. The other commands that it serves:
//
// npm test -- unit browser   runs the checks named, and no others
// npm test -- --failed       repeats the files with failed tests of the last run
// npm run test:full          then runs what is wide rather than new
// npm run check              runs the quick checks of what differs from `main`
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatFailures } from './steps/failures.mjs';
import { checkNode, install } from './steps/install.mjs';
import { root, step } from './steps/run.mjs';

/** What failed in the last run: files by check. */
const lastFailed = path.join(root, 'test-results/failed.json');

checkNode();
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fresh: { type: 'boolean' },
    failed: { type: 'boolean' },
    full: { type: 'boolean' },
    changed: { type: 'boolean' },
  },
});
/** @type {Record<string, string[]>} */
const repeated =
  flags.failed && existsSync(lastFailed) ? JSON.parse(readFileSync(lastFailed, 'utf8')) : {};
const requested = flags.failed ? Object.keys(repeated) : positionals;
if (flags.failed && requested.length === 0) {
  console.error('Nothing failed in the last run.');
  process.exit(1);
}

// A signal to npm terminates npm and the shell between us, and never arrives here.
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 500).unref();

await step('packages', install);
// These import packages, which may only just have been installed.
const { checks, FIRST, QUICK, STATIC, WIDE } = await import('./steps/check-list.mjs');
const { results } = await import('./steps/checks.mjs');
const { prepare } = await import('./steps/prepare.mjs');
const { hashInputs, openMemory, readChanges, readFiles } = await import('./steps/passed.mjs');

/** @typedef {import('./steps/groups.mjs').Group} Group */

const unknown = requested.filter((name) => !(name in checks));
if (unknown.length > 0) {
  console.error(
    `No such check: ${unknown.join(', ')}. There are: ${Object.keys(checks).join(', ')}.`,
  );
  process.exit(1);
}
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

/** @type {NodeJS.ProcessEnv} */
const env = { NX_DAEMON: 'false' };
const memory = openMemory(root);
const files = readFiles(root);
const changes = readChanges(root) ?? [];
const settings = Object.entries(process.env).filter(
  ([name]) => name === 'CI' || name.startsWith('HOMIE_'),
);
const totals = { passed: 0, failed: 0 };
/** @type {import('./steps/failures.mjs').Failure[]} */
const failures = [];
/** Files to repeat by check. @type {Record<string, string[]>} */
const failed = {};

/** @param {string} name */
function entryOf(name) {
  const entry = checks[name];
  if (!entry) throw new Error(`No check ${name}`);
  return entry;
}

/** @param {string} name @param {Group} group @param {NonNullable<typeof files>} now */
const hashGroup = (name, group, now) =>
  hashInputs(now, group.reads, [settings, entryOf(name).environment?.(group)]);

/**
 * Splits the tests of a check into those that passed before and those to run.
 * @param {string} name
 * @param {boolean} onlyChanged skips tests that depend on nothing that differs from `main`
 */
function plan(name, onlyChanged) {
  const { groups, tests } = entryOf(name);
  const withTests = tests && [...(files?.keys() ?? [])].filter((file) => tests.test(file));
  let before = 0;
  const stale = groups.filter((group) => {
    if (requested.length > 0) return true;
    if (files && withTests && !withTests.some(group.has)) return false;
    if (onlyChanged && !changes.some(group.reads)) return false;
    if (!files || flags.fresh) return true;
    const passed = memory.find(`${name} ${group.name}`, hashGroup(name, group, files));
    before += passed ?? 0;
    return passed === undefined;
  });
  const paths = stale.length < groups.length ? stale.flatMap((group) => group.paths) : [];
  return { name, before, stale, paths: repeated[name] ?? paths };
}

/** Stores which tests passed, unless files changed since. @param {string} name @param {Group[]} groups @param {Record<string, number>} passed */
function remember(name, groups, passed) {
  const now = readFiles(root);
  if (!files || !now || flags.failed) return;
  for (const group of groups) {
    const hash = hashGroup(name, group, now);
    if (hash === hashGroup(name, group, files))
      memory.store(`${name} ${group.name}`, hash, countOf([group], passed));
  }
}

/** @param {Group[]} groups @param {Record<string, number>} passed number of tests by file */
const countOf = (groups, passed) =>
  Object.entries(passed)
    .filter(([file]) => groups.some((group) => group.has(file)))
    .reduce((sum, [, count]) => sum + count, 0);

/** @param {ReturnType<typeof plan>} planned @returns {Promise<string>} the line of the summary */
async function runCheck({ name, before, stale, paths }) {
  totals.passed += before;
  const why = before > 0 ? 'before, on the same files' : 'nothing differs from main';
  if (stale.length === 0) return `${name.padEnd(13)}${`${before} passed`.padEnd(26)}${why}`;
  const started = performance.now();
  const outcome = await entryOf(name).run(env, paths);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  if (outcome.failed === 0) remember(name, stale, outcome.passed);
  else failed[name] = [...new Set(outcome.failures.flatMap(({ file }) => file ?? []))];
  const passed = before + countOf(stale, outcome.passed);
  totals.passed += passed - before;
  totals.failed += outcome.failed;
  failures.push(...outcome.failures);
  const times = `${seconds.padStart(5)} s ${outcome.cpu.toFixed(0).padStart(6)} s CPU`;
  const note = before > 0 ? `  ${before} of them before, on the same files` : '';
  return `${name.padEnd(13)}${`${passed} passed, ${outcome.failed} failed`.padEnd(26)}${times}${note}`;
}

/**
 * Prepares and runs checks, the static ones in the meantime, and prints a summary.
 * @param {string[]} names
 * @param {(name: string) => boolean} onlyChanged
 */
async function runChecks(names, onlyChanged) {
  const planned = names.map((name) => plan(name, onlyChanged(name)));
  const running = planned.filter(({ stale }) => stale.length > 0);
  const needs = new Set(running.flatMap(({ name }) => entryOf(name).needs));
  const concurrent = planned.filter(({ name }) => STATIC.includes(name));
  const [lines] = await Promise.all([Promise.all(concurrent.map(runCheck)), prepare(needs, env)]);
  for (const each of planned) {
    if (concurrent.includes(each)) continue;
    if (each.stale.length > 0) console.log(`\n── ${each.name}`);
    lines.push(await runCheck(each));
  }
  console.log(`\n${lines.join('\n')}\n`);
}

if (requested.length > 0) await runChecks(requested, () => false);
else if (flags.changed) await runChecks(QUICK, () => true);
else {
  await runChecks(FIRST, (name) => name === 'tools');
  if (flags.full && totals.failed === 0) await runChecks(WIDE, () => false);
}

writeFileSync(lastFailed, JSON.stringify(failed));
if (failures.length > 0)
  console.log(`${formatFailures(failures)}\n\nRepeat these: npm test -- --failed\n`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);
