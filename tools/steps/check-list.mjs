// The checks: what each runs, what it needs, and the files on which its results depend.
import { findFirefox, findWebKit } from '../../.config/browsers.mjs';
import { command, playwright, vitest } from './checks.mjs';
import { findClamd } from './clamav.mjs';
import { byProject, everything, ofBrowser, ofTools, ofUnit, served } from './groups.mjs';
import { journeys, onNode, onPostgres15 } from './wide-checks.mjs';
import { readHead } from './passed.mjs';
import { root } from './run.mjs';

/**
 * @typedef {object} CheckEntry
 * @property {import('./checks.mjs').Check} run
 * @property {import('./prepare.mjs').Need[]} needs
 * @property {import('./groups.mjs').Group[]} groups
 * @property {RegExp} [tests] files with its tests; a group without any has nothing to run
 * @property {(group: import('./groups.mjs').Group) => unknown} [environment] what the result depends on in addition
 */

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
    needs: [],
    groups: ofUnit,
    // One of them reads the subjects of the commits.
    environment: ({ name }) => name === 'tools' && readHead(root),
  },
  tools: { run: vitest('tools', 'tools'), needs: ['build'], groups: ofTools },
  database: {
    run: vitest('database', 'database'),
    needs: ['build'],
    groups: byProject,
    tests: /^supabase\/tests\/.*\.test\.ts$|\.contract\.test\.ts$/,
  },
  http: {
    run: vitest('http', 'http'),
    needs: ['build', 'clamd'],
    groups: byProject,
    tests: /\.http\.test\.\w+$/,
    environment: findClamd,
  },
  browser: {
    run: playwright('browser', 'playwright'),
    needs: ['build', 'chromium'],
    groups: ofBrowser,
  },
  'unit-wide': {
    run: vitest('unit-wide', 'unit-wide'),
    needs: [],
    groups: byProject,
    tests: /\.wide\.test\.(tsx?|mjs)$/,
  },
  'database-wide': {
    run: vitest('database-wide', 'database-wide'),
    needs: ['build', 'supabase'],
    groups: byProject,
    tests: /^supabase\/tests\/.*\.test\.ts$|\.contract\.test\.ts$/,
  },
  'http-wide': {
    run: vitest('http-wide', 'http-wide'),
    needs: ['build', 'clamd', 'proxies'],
    groups: byProject,
    tests: /\.http\.test\.\w+$/,
    environment: findClamd,
  },
  'browser-wide': {
    run: playwright('browser-wide', 'playwright-wide'),
    needs: ['build', 'chromium'],
    groups: everything,
  },
  deno: {
    run: vitest('deno', 'deno'),
    needs: ['build', 'supabase', 'clamd'],
    groups: byProject,
    tests: /\.deno\.test\.ts$/,
    environment: findClamd,
  },
  postgres15: { run: onPostgres15, needs: ['build'], groups: served('e2e/') },
  journeys: {
    run: journeys,
    needs: ['build', 'engines'],
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
