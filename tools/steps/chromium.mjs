// Provides a Chromium for the browser tests: Playwright's own if it can be downloaded, else the system's, else Debian's
// package. Prefers a headless build of each: it needs about a third less of the processor.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { aptInstall } from './apt.mjs';
import { getBinPath, run } from './run.mjs';

const headlessShell = '/usr/bin/chromium-headless-shell';
const systemPaths = [
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Returns whether Playwright's default browser is installed and starts. */
async function startsOwn() {
  // Required here, not above: before the install step the package does not exist.
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
  const { code } = await run(getBinPath('playwright'), ['install', '--only-shell', 'chromium'], {
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
