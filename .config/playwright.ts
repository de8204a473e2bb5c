import { defineConfig, type LaunchOptions } from '@playwright/test';
import { chromium, HOST_NAME } from '../e2e/fixtures/chromium.ts';
import type { ServerOptions } from '../e2e/fixtures/server.ts';

/** Runs all tests on two processes and one PostgreSQL. */
const onlyTwo = process.env['HOMIE_TEST_PROCESSES'] === '2';
const isFirefox = process.env['HOMIE_TEST_BROWSER'] === 'firefox';

/** The stock Firefox: Playwright drives it through WebDriver BiDi. */
const firefox: LaunchOptions = {
  channel: 'moz-firefox',
  executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
  firefoxUserPrefs: {
    // In place of the option `reducedMotion`, which this driver lacks.
    'ui.prefersReducedMotion': 1,
    // Reading the clipboard asks the user otherwise.
    'dom.events.testing.asyncClipboard': true,
    'network.dns.localDomains': HOST_NAME,
  },
};

/** Browser tests against production builds and a real server, one server per worker. */
export default defineConfig<object, ServerOptions>({
  testDir: '../e2e/specs',
  testIgnore: '**/*.wide.spec.ts',
  globalSetup: onlyTwo ? '../e2e/fixtures/provide-postgres.ts' : '../e2e/fixtures/prepare-data.ts',
  outputDir: '../test-results/browser',
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // Three on two cores: tests spend most of their time waiting for the page and the server.
  workers: 3,
  // Generous timeouts: correct code can be slow on a busy machine, and they cost nothing while tests pass.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/browser.json' }]],
  use: {
    locale: 'en-AU',
    timezoneId: 'Australia/Melbourne',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // Animations took half of the CPU time: there is no GPU. The journeys run with them.
    contextOptions: { reducedMotion: 'reduce' },
    browserName: isFirefox ? 'firefox' : 'chromium',
    launchOptions: isFirefox ? firefox : chromium,
  },
  projects: [{ name: 'embedded', use: { database: onlyTwo ? 'shared' : 'embedded' } }],
});
