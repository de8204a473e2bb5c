import { defineConfig } from '@playwright/test';
import journeys from '../../.config/journeys.ts';

/** The benches of pages in each browser engine that is installed, one after the other. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: '*.bench.ts',
  globalSetup: [],
  workers: 1,
  timeout: 600_000,
  outputDir: '../../test-results/bench',
  reporter: [['list']],
});
