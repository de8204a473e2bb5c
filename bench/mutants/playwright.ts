import path from 'node:path';
import { defineConfig } from '@playwright/test';
import config from '../../.config/playwright.ts';

const e2e = path.resolve(import.meta.dirname, '../../e2e');

/** The browser tests, also the wide ones, which wait a shorter time: almost every run is one that fails. */
export default defineConfig({
  ...config,
  testIgnore: [],
  testDir: path.join(e2e, 'specs'),
  globalSetup: path.join(e2e, 'fixtures/prepare-data.ts'),
  outputDir: path.join(e2e, '../test-results/code-mutants'),
  workers: 1,
  maxFailures: 1,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json']],
});
