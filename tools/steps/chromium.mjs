// A Chromium for the browser tests: Playwright's own where it can be downloaded, else the
// system's, else Debian's package. Each in its form without a screen where there is one: it needs
// about a third less of the processor.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { aptInstall } from './apt.mjs';
import { installed, run } from './run.mjs';

const headlessShell = '/usr/bin/chromium-headless-shell';
const systemPaths = [
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Whether the browser that Playwright takes by itself is there and starts. */
async function startsOwn() {
  // Required here, not above: before the install step there is nothing to require.
  const { chromium } = createRequire(import.meta.url)('@playwright/test');
  try {
    await (await chromium.launch()).close();
    return true;
  } catch {
    return false;
  }
}

/** @returns {Promise<string | undefined>} path of the browser's executable; none: Playwright's own */
export async function ensureChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return chosen;
  if (await startsOwn()) return undefined;
  if (existsSync(headlessShell)) return headlessShell;
  const { code } = await run(installed('playwright'), ['install', '--only-shell', 'chromium'], {
    quiet: true,
  });
  if (code === 0 && (await startsOwn())) return undefined;
  await aptInstall('chromium-headless-shell');
  const system = () => systemPaths.find((file) => existsSync(file));
  if (!system()) await aptInstall('chromium');
  const found = system();
  if (found) return found;
  throw new Error(
    'No Chromium: `npx playwright install chromium` did not work, none is installed and apt has none. ' +
      'Install one and set CHROMIUM_PATH.',
  );
}
