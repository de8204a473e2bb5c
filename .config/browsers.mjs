// Finds the browsers that run journeys: Playwright's own build if it is installed, else the system's.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * A browser to run journeys in: Playwright's own build, an executable of the system, or the reason why there is none.
 * @typedef {{ own: true } | { executable: string } | { missing: string }} FoundBrowser
 */

const FIREFOXES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
/** A virtual display, and a window manager, without which no page has the focus. */
const DISPLAY = ['/usr/bin/Xvfb', '/usr/bin/openbox'];

/** @param {'firefox' | 'webkit'} engine */
function hasOwn(engine) {
  // Not required at the top: before the install step the package does not exist.
  const playwright = createRequire(import.meta.url)('@playwright/test');
  return existsSync(playwright[engine].executablePath());
}

/** @returns {FoundBrowser} */
export function findFirefox() {
  const executable = process.env.FIREFOX_PATH ?? FIREFOXES.find((file) => existsSync(file));
  if (process.env.FIREFOX_PATH === undefined && hasOwn('firefox')) return { own: true };
  if (executable) return { executable };
  return { missing: 'no Firefox: `npx playwright install firefox`, or the package firefox-esr' };
}

/** @returns {FoundBrowser} */
export function findWebKit() {
  if (hasOwn('webkit')) return { own: true };
  if ([WEBKIT_DRIVER, ...DISPLAY].every((file) => existsSync(file)))
    return { executable: WEBKIT_DRIVER };
  return {
    missing:
      'no WebKit: `npx playwright install webkit`, or the packages webkit2gtk-driver, xvfb and openbox',
  };
}
