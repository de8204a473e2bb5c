import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = path.resolve(import.meta.dirname, '..');
/** The setup of tests that need a database. */
const globalSetup = path.join(root, 'apps/server/src/testing/provide-postgres.ts');
// `test-results` contains the copy of the sources that Stryker mutates.
const ignored = [
  '**/node_modules/**',
  'test-results/**',
  '**/dist/**',
  '**/dist-types/**',
  'e2e/**',
];
/** Expensive tests of tools: `npm test` runs them only if what they depend on differs from `main`. */
const tools = ['tools/{deploy,generators,release}/**/*.test.mjs'];
/** What is wide rather than new: only the wide proof runs these. */
const wide = ['**/*.wide.test.{ts,tsx}', 'tools/**/*.wide.test.mjs'];
/** Tests with a larger sample in the wide proof: see `sampleOf`. */
const sampled = {
  database: [
    'apps/server/src/cli/start/process.contract.test.ts',
    'supabase/tests/database/{audit-at-once,audit-pages-at-random,audit-tampering}.test.ts',
    'supabase/tests/database/branches-at-random.test.ts',
  ],
  http: [
    'supabase/functions/tests/{citation-precision,demo-questions,demo-suggestions}.http.test.ts',
    'supabase/functions/tests/{hostile-files,poisoned-documents}.http.test.ts',
    'supabase/tests/http/{access-matrix,hostile-text,hostile-text-services}.http.test.ts',
  ],
};
/** Generous timeouts: correct code can be slow on a busy machine, and they cost nothing while tests pass. */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
};
const server = [
  '**/*.http.test.{ts,mjs}',
  '**/*.deno.test.ts',
  '**/*.contract.test.ts',
  'supabase/tests/**',
];

/** The tests that need a DOM (`// @vitest-environment jsdom`). */
const onPage = ['apps', 'libs']
  .flatMap((folder) => readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}/src`))
  .filter((folder) => existsSync(path.join(root, folder)))
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file}`,
    ),
  )
  .filter((file) => /(?<!\.wide)\.test\.tsx?$/.test(file))
  .filter((file) =>
    readFileSync(path.join(root, file), 'utf8').startsWith('// @vitest-environment jsdom'),
  );

/** Files that occupy one core for minutes: they run first, so that the other core is not idle at the end. */
const LONGEST = [
  'several-processes.wide.http',
  'backup.http',
  'hostile-files.http',
  'audit-owner.wide.http',
  'killed.wide.http',
  'embedded-postgres.wide.contract',
  'process.contract',
  'users.contract',
  'database/run',
];

/** Runs the longest files first: a first run knows no durations and would sort by file size. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      LONGEST.some((name) => moduleId.includes(`${name}.test.`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * Four kinds of tests, one runner. `unit` tests have no dependencies, `page` are those that need a DOM; `database` runs
 * SQL stories and the contract tests of the embedded backend; `http` calls a real server; `deno` calls functions that
 * run on Deno. The last three start real databases and often wait for them, so three of their files run in parallel.
 * Tests store no state in modules, so a process loads and compiles modules once for all its files. Only `page` gets a
 * DOM and modules for each file, in a new context of the same process: modules that cache an earlier page would wait for it.
 */
export default defineConfig({
  root,
  plugins: [react()],
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          include: ['**/*.test.{ts,tsx}', 'tools/**/*.test.mjs'],
          exclude: [...ignored, ...server, ...onPage, ...tools, ...wide],
          ...patience,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'tools',
          include: tools,
          exclude: [...ignored, ...server, ...wide],
          ...patience,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-wide',
          include: wide,
          exclude: [...ignored, ...server],
          ...patience,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        resolve: {
          alias: [
            {
              // A context cannot `require` the ES module that the entry for Node names.
              find: /^react-router-dom$/,
              replacement: path.join(root, 'node_modules/react-router-dom/dist/index.mjs'),
            },
          ],
        },
        test: {
          name: 'page',
          pool: 'vmForks',
          setupFiles: [path.join(root, '.config/vitest-dom.ts')],
          include: onPage,
          exclude: ignored,
          ...patience,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          globalSetup,
          isolate: false,
          include: ['supabase/tests/**/*.test.ts', 'apps/server/**/*.contract.test.ts'],
          exclude: [...ignored, '**/*.http.test.ts', '**/*.wide.*'],
          ...patience,
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: {
          name: 'database-wide',
          globalSetup,
          env: { HOMIE_WIDE: '1' },
          isolate: false,
          include: [
            'supabase/tests/**/*.wide.test.ts',
            'apps/server/**/*.wide.contract.test.ts',
            ...sampled.database,
          ],
          exclude: ignored,
          ...patience,
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: {
          name: 'mutants',
          globalSetup,
          include: ['supabase/tests/mutants/mutants.ts'],
          ...patience,
          testTimeout: 3_600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'http',
          globalSetup,
          isolate: false,
          include: ['**/*.http.test.{ts,mjs}'],
          exclude: [...ignored, '**/*.wide.*'],
          ...patience,
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: {
          name: 'http-wide',
          globalSetup,
          env: { HOMIE_WIDE: '1' },
          isolate: false,
          include: ['**/*.wide.http.test.{ts,mjs}', ...sampled.http],
          exclude: ignored,
          ...patience,
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: {
          name: 'deno',
          globalSetup,
          include: ['supabase/functions/tests/deno/*.deno.test.ts'],
          exclude: ignored,
          ...patience,
          maxWorkers: 3,
        },
      },
    ],
  },
});
