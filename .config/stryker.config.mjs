/**
 * `npm run mutants:code`: mutates the code of the domain and of the sign-in, one expression at a time, and runs the
 * unit tests that cover it. A mutant that survives is a gap in the tests.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: [
    'supabase/functions/_shared/domain/**/*.ts',
    'libs/auth/src/**/*.{ts,tsx}',
    '!**/*.test.ts',
    '!**/testing/**',
  ],
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: '.config/vitest-stryker.ts' },
  // Code that runs while a module loads would need a new process for each mutant.
  ignoreStatic: true,
  disableTypeChecks: false,
  // Stryker rewrites this file with TypeScript's JavaScript API, which TypeScript 7 no longer has; Vitest does not need
  // that.
  tsconfigFile: 'none.json',
  concurrency: 1,
  // Generous: a test that is slow on a busy machine is not an endless loop.
  timeoutMS: 10_000,
  thresholds: { high: 95, low: 90, break: 85 },
  reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: 'test-results/stryker/mutants.json' },
  htmlReporter: { fileName: 'test-results/stryker/mutants.html' },
  incremental: true,
  incrementalFile: 'test-results/stryker/incremental.json',
  tempDirName: 'test-results/stryker/sandbox',
  ignorePatterns: ['dist', '.nx', '.homie', 'test-results'],
};
