// Compares a conversation of 1,000 messages with one of 50, in the same run: the number of rendered rows, the time
// until the last message is visible, and dropped frames while scrolling. Needs a build (`npm run build`).
//
//   node bench/long-conversation.mjs [--rounds 3]
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { droppedShare, launch, median, openPage } from './support/browser.mjs';
import { report } from './support/report.mjs';
import { startScriptedServer } from './support/scripted-server.mjs';
import { LAST_WORDS, storeConversation } from './support/stored-conversation.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const rounds = Number(values.rounds);

const server = await startScriptedServer();
const session = await server.signIn();
/** Opens a conversation by its URL and waits until its last message is in view. */
async function open(browser, conversation) {
  const opened = await openPage(browser, server, session);
  const started = performance.now();
  await opened.page.goto(`${server.url}/app?conversation=${conversation.id}`, {
    waitUntil: 'commit',
  });
  await opened.page.waitForFunction(
    (words) => {
      const article = [...document.querySelectorAll('[data-message]')].at(-1);
      if (!article?.textContent.includes(words)) return false;
      const { top, bottom } = article.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    },
    LAST_WORDS,
    { polling: 'raf' },
  );
  return { ...opened, visibleMs: performance.now() - started };
}

/**
 * Scrolls up through earlier messages; returns the share of dropped frames, and the maximum number of rows and
 * elements.
 */
async function scroll({ page }) {
  await page.mouse.move(800, 400);
  await page.evaluate(() => {
    /** @type {{ frames: number[], rows: number, elements: number, running: boolean }} */
    const watched = { frames: [], rows: 0, elements: 0, running: true };
    globalThis.benchScroll = watched;
    const frame = (time) => {
      watched.frames.push(time);
      if (watched.running) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  const most = { rows: 0, elements: 0 };
  for (let turn = 0; turn < 300; turn += 1) {
    await page.mouse.wheel(0, -100);
    await delay(16);
    if (turn % 50 === 0) {
      const now = await rendered(page);
      most.rows = Math.max(most.rows, now.rows);
      most.elements = Math.max(most.elements, now.elements);
    }
  }
  const frames = await page.evaluate(() => {
    globalThis.benchScroll.running = false;
    return globalThis.benchScroll.frames;
  });
  return { dropped: droppedShare(frames), ...most };
}

const rendered = (page) =>
  page.evaluate(() => ({
    rows: document.querySelectorAll('[data-message]').length,
    elements: document.querySelectorAll('*').length,
  }));

const browser = await launch();
try {
  const short = await storeConversation(server, session, 50);
  const long = await storeConversation(server, session, 1000);
  /** @type {{ short: number[], long: number[] }} */
  const times = { short: [], long: [] };
  // The first page fills the caches of the browser and the server for all that follow.
  await (await open(browser, short)).close();
  let start;
  let scrolled;
  for (let round = 0; round < rounds; round += 1) {
    const shortPage = await open(browser, short);
    times.short.push(shortPage.visibleMs);
    await shortPage.close();
    const longPage = await open(browser, long);
    times.long.push(longPage.visibleMs);
    await delay(1000);
    if (round === rounds - 1) {
      start = await rendered(longPage.page);
      scrolled = await scroll(longPage);
    }
    await longPage.close();
  }
  const rows = Math.max(start.rows, scrolled.rows);
  const elements = Math.max(start.elements, scrolled.elements);
  const checks = [
    { name: '1,000 messages: rows drawn', value: rows, target: 60, unit: '' },
    { name: '1,000 messages: elements', value: elements, target: 8000, unit: '' },
    {
      name: '1,000 messages: last one visible, beyond the time of 50',
      value: median(times.long) - median(times.short),
      target: 150,
      unit: 'ms',
    },
    {
      name: 'scrolling through them: dropped frames',
      value: scrolled.dropped * 100,
      target: 5,
      unit: '%',
    },
  ];
  report('A long conversation', checks, { times, start, scrolled });
} finally {
  await browser.close();
  await server.stop();
}
