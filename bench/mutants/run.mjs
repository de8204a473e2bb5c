// Applies the faults of `code-mutants.json` to this working tree, one by one, and reports which tests detect them.
// `node bench/mutants/run.mjs`, or with `--only id,id` some of them, with `--suite file,file` those test files instead
// of the ones that the list names.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { compose } from '../../tools/steps/compose.mjs';
import { failuresOfPlaywright, failuresOfVitest } from '../../tools/steps/failures.mjs';
import { getBinPath, mustRun, root, run } from '../../tools/steps/run.mjs';

/**
 * @typedef {{ file: string, test?: string }} Selected a test file, and the start of the titles of some of its tests
 * @typedef {object} Mutant
 * @property {string} id
 * @property {string} area
 * @property {string} file
 * @property {string} find occurs once in the file
 * @property {string} replace
 * @property {string} breaks what a user notices
 * @property {Selected[]} kills the tests that should fail
 * @typedef {{ killed: boolean, by?: string, message?: string }} Result
 */

const results = path.join(root, 'test-results/code-mutants.json');
const report = path.join(root, 'test-results/code-mutants-tests.json');
const { values } = parseArgs({ options: { only: { type: 'string' }, suite: { type: 'string' } } });
const only = values.only?.split(',');
const suite = values.suite?.split(',').map((file) => ({ file }));

/** @type {Mutant[]} */
const all = JSON.parse(readFileSync(path.join(import.meta.dirname, 'code-mutants.json'), 'utf8'));
const mutants = all.filter(({ id }) => !only || only.includes(id));
for (const { id, file, find } of all) {
  const count = readFileSync(path.join(root, file), 'utf8').split(find).length - 1;
  if (count !== 1) throw new Error(`${id}: its text occurs ${count} times in ${file}`);
}

/** @template T @param {string} file @param {T} otherwise @returns {T} */
function readJson(file, otherwise) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return otherwise;
  }
}

/** Returns the apps whose builds contain a file. The shell provides the libraries that all remotes share. @param {string} file */
function appsOf(file) {
  const [folder, name = ''] = file.split('/');
  if (folder === 'apps') return [name];
  if (folder === 'supabase') return ['server'];
  return name === 'widgets' ? ['admin', 'audit', 'chat'] : ['shell'];
}

/** Apps whose builds contain the fault. @type {Set<string>} */
let built = new Set();
let restore = () => {};
process.once('exit', () => restore());
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.once(signal, () => process.exit(1));

/** @param {readonly string[]} apps */
async function build(apps) {
  const projects = [...new Set([...apps, ...built])].map((app) => `@homie/${app}`).join(',');
  if (projects === '') return;
  const env = { NX_DAEMON: 'false', NX_TUI: 'false' };
  await mustRun('Building', getBinPath('nx'), ['run-many', '-t', 'build', '-p', projects], { env });
  await compose();
  built = new Set(apps);
}

/** @param {string} message */
const firstLines = (message) =>
  stripVTControlCharacters(message).split('\n').slice(0, 6).join('\n');

/** @param {string} file */
function projectsOf(file) {
  if (file.includes('.http.test.')) return ['http'];
  if (file.includes('.contract.test.') || file.startsWith('supabase/tests/')) return ['database'];
  return ['unit', 'page'];
}

/** Runs tests until the first failure, which it returns. @param {Mutant} mutant @param {Selected} selected */
async function findFailure(mutant, { file, test }) {
  const isBrowser = file.endsWith('.spec.ts');
  const title = test?.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  // Tests of servers may run the build, too.
  if (isBrowser || !projectsOf(file).includes('unit')) await build(appsOf(mutant.file));
  const args = isBrowser
    ? ['test', '--config', 'bench/mutants/playwright.ts', '--project=embedded', file]
    : ['run', '--config', '.config/vitest.ts', '--bail=1', '--maxWorkers=1', '--reporter=json']
        .concat(`--outputFile=${report}`, file)
        .concat(projectsOf(file).flatMap((name) => ['--project', name]));
  writeFileSync(report, '');
  const { code, output } = await run(
    getBinPath(isBrowser ? 'playwright' : 'vitest'),
    title === undefined ? args : [...args, isBrowser ? '-g' : '-t', title],
    { quiet: true, env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
  );
  if (code === 0) return undefined;
  const found = readJson(report, undefined);
  const failures = isBrowser ? failuresOfPlaywright(found) : failuresOfVitest(found);
  const [failure] = failures.filter(({ name }) => name !== 'browser');
  if (!failure) throw new Error(`${mutant.id}: ${file} did not run\n${output}`);
  return {
    by: isBrowser ? failure.name : `${file} ${failure.name}`,
    message: firstLines(failure.message),
  };
}

/** @param {Mutant} mutant @returns {Promise<Result>} */
async function detect(mutant) {
  const file = path.join(root, mutant.file);
  const original = readFileSync(file, 'utf8');
  restore = () => writeFileSync(file, original);
  try {
    writeFileSync(
      file,
      original.replace(mutant.find, () => mutant.replace),
    );
    for (const selected of suite ?? mutant.kills) {
      const failure = await findFailure(mutant, selected);
      if (failure) return { killed: true, ...failure };
    }
    return { killed: false };
  } finally {
    restore();
    restore = () => {};
  }
}

mkdirSync(path.dirname(results), { recursive: true });
/** @type {Record<string, Result>} */
const found = readJson(results, {});
for (const mutant of mutants) {
  const result = await detect(mutant);
  found[mutant.id] = result;
  writeFileSync(results, `${JSON.stringify(found, null, 2)}\n`);
  console.log(`${result.killed ? `killed by ${result.by}` : 'SURVIVED'}: ${mutant.id}`);
}
await build([]);
const survivors = mutants.filter(({ id }) => !found[id]?.killed);
console.log(`${mutants.length - survivors.length} killed, ${survivors.length} survived`);
process.exit(survivors.length === 0 ? 0 : 1);
