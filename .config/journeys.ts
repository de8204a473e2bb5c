import { defineConfig } from '@playwright/test';
import type { BrowserOptions } from '../e2e/journeys/journey.ts';
import { findFirefox, findWebKit } from './browsers.mjs';

/** The projects of a browser: none if it is missing. */
function projectOf(engine: BrowserOptions['engine'], found: ReturnType<typeof findFirefox>) {
  if ('missing' in found) return [];
  const executable = 'executable' in found ? found.executable : undefined;
  // One worker, as each engine has one server that its journeys release into and cut off.
  return [{ name: engine, workers: 1, use: { engine, executable } }];
}

/** Journeys through production builds and a real server, the same in Firefox and WebKit: Chromium runs the specs. */
export default defineConfig<object, BrowserOptions>({
  testDir: '../e2e/journeys',
  testMatch: '**/*.journeys.ts',
  globalSetup: ['../e2e/fixtures/prepare-data.ts', '../e2e/journeys/prepare-releases.ts'],
  outputDir: '../test-results/journeys',
  forbidOnly: true,
  retries: 0,
  // One per engine.
  workers: 2,
  // Generous timeouts: correct code can be slow on a busy machine, and they cost nothing while tests pass.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/journeys.json' }]],
  // The slowest first: they run next to each other.
  projects: [...projectOf('webkit', findWebKit()), ...projectOf('firefox', findFirefox())],
});
