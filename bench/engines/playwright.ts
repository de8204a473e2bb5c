import { defineConfig } from '@playwright/test';
import journeys from '../../.config/journeys.ts';

/** Runs the page benchmarks in each installed browser engine, one after the other. */
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
