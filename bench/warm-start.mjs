// Measures the time from opening `/app` with the conversation of the last visit until its last message is visible, where the
// environment stores copies on the device: on a slow connection, and without one. The processor has a quarter of its
// speed. Needs a build (`npm run build`).
//
//   node bench/warm-start.mjs [--rounds 5]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { launchProfile, percentile } from './support/browser.mjs';
import { report } from './support/report.mjs';
import { startScriptedServer } from './support/scripted-server.mjs';
import { LAST_WORDS, storeConversation } from './support/stored-conversation.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const MESSAGES = 30;
const TARGET_MS = 400;
const THROTTLE = 4;
/** 1.6 Mbit/s down, 0.75 up, in bytes per second; latency in milliseconds. */
const SLOW = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
};

/** Sets `globalThis.benchShown`, a promise of the milliseconds since the navigation until the words are painted. */
function watchWords(words) {
  globalThis.benchShown = new Promise((resolve) => {
    const look = () => {
      // Of the stored screen, or of the app.
      const isShown = [...document.querySelectorAll('article')].some(
        (article) => article.textContent.includes(words) && article.checkVisibility(),
      );
      if (!isShown) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(null);
    };
    requestAnimationFrame(look);
  });
}

/** Returns whether the page has stored the app, a worker that starts it, and a conversation. */
async function isStored() {
  const [registration] = await navigator.serviceWorker.getRegistrations();
  const pointer = await caches.match('/current', { cacheName: 'homie.offline' });
  return Boolean(registration?.active && pointer);
}

/** Opens the conversation in a new tab. Returns the time until it is shown, and the responses from the network until then. */
async function open(context, address, conditions) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', conditions);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  const requested = [];
  devtools.on('Network.responseReceived', ({ response }) => {
    if (!response.fromDiskCache && !response.fromServiceWorker) requested.push(response.url);
  });
  await page.addInitScript(watchWords, LAST_WORDS);
  await page.goto(address, { waitUntil: 'commit' });
  const shownMs = await page.evaluate(() => globalThis.benchShown);
  const fromNetwork = [...requested];
  await page.close();
  return { shownMs, fromNetwork };
}

const server = await startScriptedServer({ HOMIE_LOCAL_COPIES: 'device' });
const profile = await mkdtemp(path.join(tmpdir(), 'homie-bench-profile-'));
const context = await launchProfile(profile, { viewport: { width: 1280, height: 800 } });
try {
  const session = await server.signIn();
  const conversation = await storeConversation(server, session, MESSAGES);
  const address = `${server.url}/app?conversation=${conversation.id}`;
  await context.addInitScript(
    ([key, value]) => localStorage.setItem(key, value),
    ['sb-homie-auth-token', JSON.stringify(session)],
  );
  // Two visits: the first stores the app, the second starts from what is stored, whose code is compiled then.
  for (let visit = 0; visit < 2; visit += 1) {
    const page = await context.newPage();
    await page.goto(address);
    await page.getByText(LAST_WORDS).first().waitFor();
    while (!(await page.evaluate(isStored))) await delay(100);
    await delay(2000);
    await page.close();
  }
  // The last visit before was on the slow connection too.
  await open(context, address, SLOW);
  const slow = [];
  const offline = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    slow.push(await open(context, address, SLOW));
    await context.setOffline(true);
    offline.push(await open(context, address, { ...SLOW, offline: true }));
    await context.setOffline(false);
  }
  const check = (name, list) => ({
    name: `${name}, median`,
    value: percentile(
      list.map(({ shownMs }) => shownMs),
      0.5,
    ),
    target: TARGET_MS,
    unit: 'ms',
  });
  report(
    'The conversation of the last visit, with the processor at a quarter of its speed',
    [check('1.6 Mbit/s, 150 ms', slow), check('without a connection', offline)],
    { slow, offline },
  );
} finally {
  await context.close();
  await server.stop();
  await rm(profile, { recursive: true, force: true });
}
