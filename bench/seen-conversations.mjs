// Measures the time from pressing a conversation in the list until its last message is painted, while the server does
// not respond: of one that was shown on an earlier visit, of one that was shown on this visit, and of one of the five
// latest that this device has never shown, some seconds after the start. Needs a build (`npm run build`).
//
//   node bench/seen-conversations.mjs [--presses 24]
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { launch, percentile } from './support/browser.mjs';
import { report } from './support/report.mjs';
import { startScriptedServer } from './support/scripted-server.mjs';
import { LAST_WORDS, storeConversation } from './support/stored-conversation.mjs';

const { values } = parseArgs({ options: { presses: { type: 'string', default: '24' } } });
const CONVERSATIONS = 6;
const MESSAGES = 30;
/** The factors by which the processor is slowed down. */
const RATES = [1, 4];
const TARGET_MS = 50;
/** The time that a page is left alone before a conversation is opened that it has never shown, in milliseconds. */
const IDLE_MS = 5000;

const server = await startScriptedServer();
const session = await server.signIn();
const browser = await launch();

/**
 * Returns whether the last message of a conversation other than the previous one is in view. Conversations that are not
 * on the screen are in the document, too.
 */
function isShown({ words, before }) {
  const article = [...document.querySelectorAll('[data-message]')].findLast((element) =>
    element.checkVisibility(),
  );
  if (!article?.textContent.includes(words) || article.getAttribute('data-message') === before)
    return false;
  const { top, bottom } = article.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** Opens a browser context with the session. */
async function openContext() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(
    ([key, value]) => localStorage.setItem(key, value),
    ['sb-homie-auth-token', JSON.stringify(session)],
  );
  return context;
}

/** Opens a page with the first conversation, and slows it down; from then on the server does not respond. */
async function openPage(context, rate, idleMs = 0) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await page.goto(`${server.url}/app?conversation=${conversations[0].id}`);
  await page.waitForFunction(isShown, { words: LAST_WORDS, before: '' });
  await page.locator(`a[href*="${conversations[1].id}"]`).first().waitFor();
  await delay(idleMs);
  await page.route('**/functions/v1/conversations', () => {});
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  return page;
}

/** Returns whether the device stores a conversation. */
function isStored(page, id) {
  return page.evaluate(async (copyId) => {
    const finish = (request) =>
      new Promise((resolve) => request.addEventListener('success', () => resolve(request.result)));
    const [{ name } = {}] = await indexedDB.databases();
    if (!name) return false;
    const db = await finish(indexedDB.open(name));
    const count = await finish(db.transaction('copies').objectStore('copies').count(copyId));
    db.close();
    return count > 0;
  }, id);
}

/** Presses the link of a conversation; returns the milliseconds until the frame with its last message. */
async function press(page, id) {
  await page.evaluate(
    ([words, source]) => {
      const check = new Function(`return ${source}`)();
      const before = [...document.querySelectorAll('[data-message]')]
        .findLast((element) => element.checkVisibility())
        ?.getAttribute('data-message');
      globalThis.benchPress = new Promise((resolve) => {
        const start = ({ timeStamp }) => {
          const look = () => {
            if (!check({ words, before })) return requestAnimationFrame(look);
            // After the frame that contains it.
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - timeStamp);
            port2.postMessage(null);
          };
          requestAnimationFrame(look);
        };
        addEventListener('pointerdown', start, { capture: true, once: true });
      });
    },
    [LAST_WORDS, isShown.toString()],
  );
  await page.locator(`a[href*="${id}"]`).first().click();
  return page.evaluate(() => globalThis.benchPress);
}

/** All but the first are the five latest. */
const conversations = [];
try {
  for (let index = 0; index < CONVERSATIONS; index += 1)
    conversations.push(await storeConversation(server, session, MESSAGES));
  const context = await openContext();
  const first = await context.newPage();
  for (const { id } of conversations) {
    await first.goto(`${server.url}/app?conversation=${id}`);
    while (!(await isStored(first, id))) await delay(50);
  }
  await first.close();

  const checks = [];
  /** @type {Record<string, number[]>} */
  const times = {};
  for (const rate of RATES) {
    const fromDevice = (times[`device, 1/${rate}`] = []);
    const fromMemory = (times[`memory, 1/${rate}`] = []);
    while (fromDevice.length < Number(values.presses)) {
      // A new visit: nothing is in memory, and each conversation is pressed once.
      const page = await openPage(context, rate);
      for (const list of [fromDevice, fromMemory])
        for (const { id } of conversations.slice(1)) list.push(await press(page, id));
      await page.close();
    }
    const neverOpened = (times[`never opened, 1/${rate}`] = []);
    while (neverOpened.length < Number(values.presses)) {
      const empty = await openContext();
      const page = await openPage(empty, rate, IDLE_MS);
      for (const { id } of conversations.slice(1)) neverOpened.push(await press(page, id));
      await empty.close();
    }
    const median = percentile(fromDevice, 0.5);
    for (const [name, list] of [
      ['in memory', fromMemory],
      ['never opened, one of the five latest', neverOpened],
    ])
      checks.push({
        name: `${name}: p95 with the processor at 1/${rate} (median ${percentile(list, 0.5).toFixed(0)})`,
        value: percentile(list, 0.95),
        target: rate === 1 ? 50 : 100,
        unit: 'ms',
      });
    checks.push(
      {
        name: `from the device: p95 with the processor at 1/${rate} (median ${median.toFixed(0)})`,
        value: percentile(fromDevice, 0.95),
        target: TARGET_MS * rate,
        unit: 'ms',
      },
      {
        name: `from the device, beyond one that is in memory, median, with the processor at 1/${rate}`,
        value: median - percentile(fromMemory, 0.5),
        target: TARGET_MS,
        unit: 'ms',
      },
    );
  }
  report('From a press to the last message of a conversation', checks, { times });
} finally {
  await browser.close();
  await server.stop();
}
