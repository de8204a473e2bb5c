import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { firefox, webkit, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { DEFAULT_VIEWPORT, type Driver, type Engine, type Tab, type TabOptions } from './driver.ts';

const LAUNCHERS = { firefox, webkit };

/** Returns Firefox preferences that replace emulation, which its driver does not support. */
function firefoxPreferences(options: TabOptions) {
  return {
    'ui.prefersReducedMotion': options.reducedMotion ? 1 : 0,
    'ui.systemUsesDarkTheme': options.colorScheme === 'dark' ? 1 : 0,
    ...(options.forcedColors
      ? { 'browser.display.document_color_use': 2, 'ui.useAccessibilityTheme': 1 }
      : {}),
  };
}

/** Launches Playwright's own build of a browser, or the system's browser if `executable` is given. */
function launch(
  engine: Engine,
  executable: string | undefined,
  downloadsPath: string,
  options: TabOptions,
) {
  return LAUNCHERS[engine].launch({
    ...(executable ? { executablePath: executable } : {}),
    // The stock Firefox uses WebDriver BiDi: it stores downloads under their names, and Playwright reports none.
    ...(executable && engine === 'firefox' ? { channel: 'moz-firefox', downloadsPath } : {}),
    ...(engine === 'firefox' ? { firefoxUserPrefs: firefoxPreferences(options) } : {}),
  });
}

/** Drives Firefox and Playwright's WebKit. Starts the browser with the first tab. */
export async function startPlaywrightDriver(engine: Engine, executable?: string): Promise<Driver> {
  const downloads = await mkdtemp(path.join(tmpdir(), 'homie-downloads-'));
  let browser: Browser | undefined;
  let launchedWith = '';
  let context: BrowserContext | undefined;

  /** Returns the browser. Restarts Firefox if its preferences change; WebKit emulates them per tab. */
  const browserFor = async (options: TabOptions) => {
    const needed = engine === 'firefox' ? JSON.stringify(firefoxPreferences(options)) : '';
    if (browser && needed === launchedWith) return browser;
    await browser?.close();
    browser = await launch(engine, executable, downloads, options);
    launchedWith = needed;
    return browser;
  };

  return {
    engine,
    downloads,
    async open(options = {}) {
      await context?.close();
      const { zoom = 1, viewport = DEFAULT_VIEWPORT } = options;
      context = await (
        await browserFor(options)
      ).newContext({
        locale: 'en-AU',
        timezoneId: 'Australia/Melbourne',
        viewport: { width: viewport.width / zoom, height: viewport.height / zoom },
        deviceScaleFactor: zoom,
        reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
        colorScheme: options.colorScheme ?? 'light',
        forcedColors: options.forcedColors ? 'active' : 'none',
      });
      const page = await context.newPage();
      page.on('download', (download) =>
        download.saveAs(path.join(downloads, download.suggestedFilename())),
      );
      return createTab(page);
    },
    async close() {
      await browser?.close();
      await rm(downloads, { recursive: true, force: true });
    },
  };
}

function createTab(page: Page): Tab {
  return {
    async goto(url) {
      await page.goto(url);
    },
    async reload() {
      // The driver of the stock Firefox sometimes reports a reload as aborted: the page reloads itself.
      const loaded = page.waitForEvent('load');
      await page.evaluate('location.reload()');
      await loaded;
    },
    url: async () => page.url(),
    evaluate: (run, argument) => page.evaluate(`(${String(run)})(${JSON.stringify(argument)})`),
    async addScript(source) {
      await page.evaluate(source);
    },
    click: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (keys) => page.keyboard.press(keys.replace('Mod', 'ControlOrMeta')),
    chooseFiles: (input, paths) => page.locator(input).setInputFiles([...paths]),
    setOffline: (isOffline) => page.context().setOffline(isOffline),
    screenshot: () => page.screenshot(),
  };
}
