// The checks: what each runs, what it needs, and the files on which its results depend.
import { findFirefox, findWebKit } from '../../.config/browsers.mjs';
import { command, playwright, vitest } from './checks.mjs';
import { findClamd } from './clamav.mjs';
import { journeys, onNode, onPostgres15 } from './wide-checks.mjs';
import { readHead } from './passed.mjs';
import { OF_ALL, readProjects } from './projects.mjs';
import { root } from './run.mjs';

/**
 * @typedef {object} Group tests that depend on the same files
 * @property {string} name
 * @property {string[]} paths run the tests in files whose paths contain one of these; none: all
 * @property {(file: string) => boolean} has tells if a file with tests belongs to it
 * @property {(file: string) => boolean} reads tells if a result depends on a file
 *
 * @typedef {object} CheckEntry
 * @property {import('./checks.mjs').Check} run
 * @property {import('./prepare.mjs').Need[]} needs
 * @property {Group[]} groups
 * @property {(group: Group) => unknown} [environment] what the result depends on in addition
 */

const projects = readProjects(root);

/** @param {(file: string) => boolean} reads @returns {Group[]} */
const whole = (reads) => [{ name: 'all', paths: [], has: () => true, reads }];

const everything = whole(() => true);

/** A group for each project. The tests of `tools` compare documents, settings and sources of the whole workspace. */
const byProject = projects.names.map((name) => ({
  name,
  paths: [`${name}/`],
  has: (/** @type {string} */ file) => (projects.projectOf(file) ?? 'tools') === name,
  reads: name === 'tools' ? () => true : projects.reads(name),
}));

const readsTools = projects.reads('tools');
const toolGroups = [
  {
    name: 'releases',
    paths: ['tools/release/', 'tools/deploy/'],
    has: (/** @type {string} */ file) => !file.startsWith('tools/generators/'),
    reads: (/** @type {string} */ file) =>
      readsTools(file) || /^(\.changeset|environments)\/|^apps\/\w+\/package\.json$/.test(file),
  },
  {
    name: 'generators',
    paths: ['tools/generators/'],
    has: (/** @type {string} */ file) => file.startsWith('tools/generators/'),
    reads: (/** @type {string} */ file) =>
      OF_ALL.test(file) ||
      /^(tools\/generators|apps\/admin|libs|supabase\/functions\/_shared\/contracts)\//.test(file),
  },
];

/** Files that no test of the served product reads. */
const UNSERVED = /^(bench|docs\/decisions|\.changeset)\/|\.test\.\w+$/;
/** @param {string} unread folder */
const served = (unread) => whole((file) => !UNSERVED.test(file) && !file.startsWith(unread));

const engines = () => [findFirefox(), findWebKit()];

/** @type {Record<string, CheckEntry>} */
export const checks = {
  lint: {
    run: command('oxlint', '--deny-warnings', '--report-unused-disable-directives'),
    needs: [],
    groups: everything,
  },
  format: {
    run: command(
      'prettier',
      '--check',
      '--cache',
      '--cache-strategy=content',
      '--log-level=warn',
      '.',
    ),
    needs: [],
    groups: everything,
  },
  types: { run: command('tsc', '-b'), needs: [], groups: everything },
  unused: {
    run: command('knip', '--config', '.config/knip.json', '--no-progress'),
    needs: [],
    groups: everything,
  },
  unit: {
    run: vitest('unit', 'unit', 'page'),
    needs: ['build'],
    groups: byProject,
    // One of them reads the subjects of the commits.
    environment: ({ name }) => name === 'tools' && readHead(root),
  },
  tools: { run: vitest('tools', 'tools'), needs: ['build'], groups: toolGroups },
  database: {
    run: vitest('database', 'database'),
    needs: ['build', 'supabase'],
    groups: byProject,
  },
  http: {
    run: vitest('http', 'http'),
    needs: ['build', 'clamd'],
    groups: byProject,
    environment: findClamd,
  },
  browser: {
    run: playwright('browser', 'playwright'),
    needs: ['build', 'chromium'],
    groups: served('e2e/journeys/'),
  },
  'unit-wide': { run: vitest('unit-wide', 'unit-wide'), needs: [], groups: byProject },
  'browser-wide': {
    run: playwright('browser-wide', 'playwright-wide'),
    needs: ['build', 'chromium'],
    groups: served('e2e/journeys/'),
  },
  deno: {
    run: vitest('deno', 'deno'),
    needs: ['build', 'supabase', 'clamd'],
    groups: byProject,
    environment: findClamd,
  },
  postgres15: { run: onPostgres15, needs: ['build'], groups: served('e2e/') },
  journeys: {
    run: journeys,
    needs: ['build', 'chromium', 'engines'],
    groups: served('e2e/specs/'),
    environment: engines,
  },
  node24: { run: onNode(24), needs: ['build', 'chromium', 'clamd'], groups: everything },
  node26: { run: onNode(26), needs: ['build', 'chromium', 'clamd'], groups: everything },
};

/** Run next to each other, and next to the preparation of the others. */
export const STATIC = ['lint', 'format', 'types', 'unused'];
/** Checks of a commit. */
export const QUICK = ['lint', 'format', 'types', 'unit'];
/** Checks of `npm test`. Without a change against `main`, `tools` are checked with the wide ones. */
export const FIRST = [...STATIC, 'unit', 'tools', 'database', 'http', 'browser'];
export const WIDE = Object.keys(checks).filter((name) => name === 'tools' || !FIRST.includes(name));
