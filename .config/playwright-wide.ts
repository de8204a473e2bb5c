import { defineConfig } from '@playwright/test';
import type { ServerOptions } from '../e2e/fixtures/server.ts';
import normal from './playwright.ts';

const isWide = '**/*.wide.spec.ts';

/** The browser tests of what is wide rather than new, and the main jobs with two processes on one PostgreSQL. */
export default defineConfig<object, ServerOptions>({
  ...normal,
  testIgnore: [],
  globalSetup: ['../e2e/fixtures/provide-postgres.ts', '../e2e/fixtures/prepare-data.ts'],
  outputDir: '../test-results/browser-wide',
  projects: [
    { name: 'wide', testMatch: isWide, use: { database: 'embedded' } },
    { name: 'two', testIgnore: isWide, grep: /@main/, use: { database: 'shared' } },
  ],
});
