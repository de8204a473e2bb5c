// A Chromium for the browser tests: Playwright's own where it can be downloaded, else the
// system's, else Debian's package.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { installed, run } from './run.mjs';

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** @returns {Promise<string>} path of the browser's executable */
export async function ensureChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return chosen;
  // Required here, not above: before the install step there is nothing to require.
  const { chromium } = createRequire(import.meta.url)('@playwright/test');
  const own = chromium.executablePath();
  if (existsSync(own)) return own;
  await run(installed('playwright'), ['install', 'chromium'], { quiet: true });
  if (existsSync(own)) return own;
  const system = systemPaths.find((file) => existsSync(file));
  if (system) return system;
  await run('apt-get', ['update'], { quiet: true });
  await run('apt-get', ['install', '-y', 'chromium'], { quiet: true });
  const debian = systemPaths.find((file) => existsSync(file));
  if (debian) return debian;
  throw new Error(
    'No Chromium: `npx playwright install chromium` did not work, none is installed and apt has none. ' +
      'Install one and set CHROMIUM_PATH.',
  );
}
