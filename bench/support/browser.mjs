import { chromium } from '@playwright/test';
import { installProbe } from './probe.mjs';

/** The factor by which the page's thread is slowed down. */
const THROTTLE = 4;
const FRAME_MS = 1000 / 60;

/** The options of the test suite. `CHROMIUM_PATH` replaces Playwright's own build. */
function launchOptions() {
  const executablePath = process.env.CHROMIUM_PATH;
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--no-first-run',
      // Without a debugger, V8 does not parse a file again for the stack trace of an error that nobody reads; with one,
      // which Playwright is, it would, and the time would count for the page.
      '--js-flags=--no-enable-lazy-source-positions',
    ],
  };
}

/** Launches a browser. */
export const launch = () => chromium.launch(launchOptions());

/** Launches a browser with a profile on the disk, which stores compiled code as for a user. */
export const launchProfile = (folder, options) =>
  chromium.launchPersistentContext(folder, { ...launchOptions(), ...options });

/** Opens a page with the probe, a session, and a processor of a quarter of the speed. */
export async function openPage(browser, { url }, session) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(installProbe);
  await page.addInitScript(
    ([key, value]) => localStorage.setItem(key, value),
    ['sb-homie-auth-token', JSON.stringify(session)],
  );
  const devtools = await context.newCDPSession(page);
  // The thread's own time, so that other processes on this machine do not count.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  return { page, url, devtools, close: () => context.close() };
}

/** Returns the seconds that the page's thread has spent, by kind. */
export async function readCost({ devtools }) {
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (name) => metrics.find((metric) => metric.name === name)?.value ?? NaN;
  return {
    script: of('ScriptDuration'),
    layout: of('LayoutDuration'),
    style: of('RecalcStyleDuration'),
  };
}

/** Returns the time spent between two readings, in milliseconds. */
export function spent(before, after) {
  /** @type {[kind: string, milliseconds: number][]} */
  const difference = Object.keys(before).map((kind) => [kind, (after[kind] - before[kind]) * 1000]);
  const total = difference.reduce((sum, [, milliseconds]) => sum + milliseconds, 0);
  return { ...Object.fromEntries(difference), total };
}

/** Returns the share of dropped frames, from the times of the rendered ones. */
export function droppedShare(frames) {
  let missed = 0;
  for (let index = 1; index < frames.length; index += 1)
    missed += Math.max(0, Math.round((frames[index] - frames[index - 1]) / FRAME_MS) - 1);
  return missed / (missed + frames.length - 1);
}

export const median = (numbers) => percentile(numbers, 0.5);

export function percentile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
