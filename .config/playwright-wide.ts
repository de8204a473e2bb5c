import { defineConfig } from '@playwright/test';
import normal from './playwright.ts';

/** The browser tests of what is wide rather than new. */
export default defineConfig(normal, {
  testMatch: '**/*.wide.spec.ts',
  testIgnore: [],
  outputDir: '../test-results/browser-wide',
});
