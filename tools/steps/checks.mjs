// The kinds of checks, and how each runs.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  failuresOfPlaywright,
  failuresOfVitest,
  passedInPlaywright,
  passedInVitest,
} from './failures.mjs';
import { getBinPath, root, run } from './run.mjs';

/**
 * @typedef {{
 *   passed: Record<string, number>,
 *   failed: number,
 *   failures: import('./failures.mjs').Failure[],
 *   cpu: number,
 * }} Outcome number of tests that passed by file, of those that failed, and the processor time in seconds
 * @typedef {(env: NodeJS.ProcessEnv, paths: string[]) => Promise<Outcome>} Check runs the tests in files whose paths
 *   contain one of these, or all
 */

/** Folder of reports and of what failed tests store. */
export const results = path.join(root, 'test-results');

/** @param {string} check */
function readReport(check) {
  try {
    return JSON.parse(readFileSync(path.join(results, `${check}.json`), 'utf8'));
  } catch {
    return undefined; // The runner died before it could write one: counted as a failure.
  }
}

/** @param {string} file */
const fromRoot = (file) => path.relative(root, path.resolve(root, file));

/** @param {string[]} files one for each test @returns {Record<string, number>} */
function countByFile(files) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const file of files) counts[file] = (counts[file] ?? 0) + 1;
  return counts;
}

/**
 * A run that fails without a failed test counts as one failure: a file that could not be loaded, a runner that died,
 * an error outside of every test.
 * @param {string} check
 * @param {{ code: number, cpu: number }} ended
 * @param {string[]} passed file of each test that passed
 * @param {import('./failures.mjs').Failure[]} failures
 * @returns {Outcome}
 */
function outcomeOf(check, { code, cpu }, passed, failures) {
  const message = 'It failed, and no test of it did: its output above says how.';
  const found = failures.map(({ file, ...failure }) => ({
    ...failure,
    ...(file === undefined ? {} : { file: fromRoot(file) }),
  }));
  const all = code !== 0 && found.length === 0 ? [{ name: check, message }] : found;
  return { passed: countByFile(passed.map(fromRoot)), failed: all.length, failures: all, cpu };
}

/**
 * Returns a check that runs one command: it passes or fails. Prints the output when it exits, since checks run
 * concurrently.
 * @param {string} program
 * @param {string[]} args
 * @returns {Check}
 */
export const command = (program, ...args) =>
  async function runCommand() {
    const ended = await run(getBinPath(program), args, { quiet: true });
    const output = ended.output.trim();
    console.log(`\n── ${program}${output === '' ? '' : `\n${output}`}`);
    const failures = ended.code === 0 ? [] : [{ name: program, message: output }];
    return outcomeOf(program, ended, ended.code === 0 ? [program] : [], failures);
  };

/**
 * Returns a check that runs Vitest.
 * @param {string} check
 * @param {string[]} projects
 * @returns {Check}
 */
export const vitest = (check, ...projects) =>
  async function runVitest(env, paths) {
    const selected = [...paths, ...projects.flatMap((name) => ['--project', name])];
    const report = `--outputFile.json=${path.join(results, `${check}.json`)}`;
    const reporters = ['--reporter=default', '--reporter=json', report];
    const args = ['run', '--config', '.config/vitest.ts', '--passWithNoTests', ...reporters];
    const ended = await run(getBinPath('vitest'), [...args, ...selected], { env });
    /** @type {import('./failures.mjs').VitestReport} */
    const found = readReport(check) ?? {};
    return outcomeOf(check, ended, passedInVitest(found), failuresOfVitest(found));
  };

/**
 * Returns a check that runs browser tests: those of a Playwright configuration in `.config`.
 * @param {string} check
 * @param {string} config
 * @returns {Check}
 */
export const playwright = (check, config) =>
  async function runPlaywright(env, paths) {
    const report = path.join(results, `${check}.json`);
    const ended = await run(
      getBinPath('playwright'),
      ['test', '--config', `.config/${config}.ts`, ...paths],
      { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
    );
    /** @type {import('./failures.mjs').PlaywrightReport} */
    const found = readReport(check) ?? {};
    return outcomeOf(check, ended, passedInPlaywright(found), failuresOfPlaywright(found));
  };
