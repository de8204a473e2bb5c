// Measures the first visit to a conversation and to the sign-in page against a bare page (React, a Markdown renderer
// and a composer in one file) on the same server: time until the user can type, blocking time, bytes, and sequential
// round trips. Needs a build and composed remotes.
//
//   node bench/first-load.mjs [--rounds 5]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { launch, median } from './support/browser.mjs';
import { report } from './support/report.mjs';
import { startScriptedServer } from './support/scripted-server.mjs';
import { storeConversation } from './support/stored-conversation.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const NETWORKS = {
  fast4g: { latency: 150, throughput: 1.6e6 / 8 },
  'no network limit': { latency: 0, throughput: -1 },
};
/**
 * A latency, in milliseconds, next to which all other delays are short: the time divided by it is the number of round
 * trips.
 */
const LONG = 2000;

const bareDir = mkdtempSync(path.join(tmpdir(), 'homie-bare-'));
await build({
  configFile: false,
  root: path.join(import.meta.dirname, 'first-load'),
  logLevel: 'error',
  plugins: [react()],
  build: { outDir: bareDir, emptyOutDir: true, rolldownOptions: { input: 'app.html' } },
});
const server = await startScriptedServer();
const bareServer = await startScriptedServer({
  HOMIE_SHELL_DIR: bareDir,
  HOMIE_RELEASES: path.join(bareDir, 'no-releases'),
});
const session = await server.signIn();
const conversation = await storeConversation(server, session, 4);
const COMPOSER = 'textarea:not([disabled])';
/**
 * `ready` is a selector and `shows` a text.
 * @typedef {{ address: string, ready: string, shows?: string, session?: object }} Visited
 * @type {Record<string, Visited>}
 */
const pages = {
  '/app': {
    address: `${server.url}/app?conversation=${conversation.id}`,
    session,
    ready: COMPOSER,
    shows: 'The very last words',
  },
  // The prerendered composer is usable before; from here on the app responds to it.
  '/app by app': {
    address: `${server.url}/app?conversation=${conversation.id}`,
    session,
    ready: `#root ${COMPOSER}`,
  },
  '/auth/sign-in': { address: `${server.url}/auth/sign-in`, ready: 'input[inputmode=email]' },
  'sign-in by app': {
    address: `${server.url}/auth/sign-in`,
    ready: 'html:not([data-prerendered]) input[inputmode=email]',
  },
  bare: { address: `${bareServer.url}/app`, ready: COMPOSER },
};

/**
 * Records in the page the time until it is ready, the time until it shows the text, and the blocking time until then.
 */
function watch({ ready, shows, stored }) {
  if (stored) localStorage.setItem('sb-homie-auth-token', stored);
  const noted = { ready: 0, shown: 0, blocked: 0 };
  Object.assign(window, { noted });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.blocked += duration - 50;
  }).observe({ type: 'longtask', buffered: true });
  const check = () => {
    const isReady = document.querySelector(ready) !== null;
    if (isReady) noted.ready ||= performance.now();
    // `innerText` would compute the layout in each frame.
    if (isReady && (!shows || document.querySelector('#root')?.textContent?.includes(shows)))
      noted.shown ||= performance.now();
    if (noted.shown) console.log('shown');
    else requestAnimationFrame(check);
  };
  check();
}

/**
 * Measures one first visit.
 * @param {import('@playwright/test').Browser} browser
 * @param {Visited} page
 * @param {{ latency: number, throughput: number }} network in milliseconds and bytes a second
 * @param {number} rate the factor by which the page's thread is slowed down
 */
async function visit(browser, { address, ready, shows, session }, { latency, throughput }, rate) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const stored = session && JSON.stringify(session);
  await context.addInitScript(watch, { ready, shows, stored });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  let bytes = 0;
  let requests = 0;
  /** @type {Map<string, number>} the headers' bytes of each script */
  const scripts = new Map();
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.set(requestId, response.encodedDataLength);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    requests += 1;
    const headers = scripts.get(requestId);
    if (headers !== undefined) bytes += encodedDataLength - headers;
  });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  // Polling in the page would need the driver's own script there, whose 60 ms would count for the product.
  const shown = page.waitForEvent('console', (message) => message.text() === 'shown');
  await page.goto(address, { waitUntil: 'commit' });
  await shown;
  const noted = await page.evaluate(() => Reflect.get(window, 'noted'));
  await context.close();
  return { ...noted, bytes, requests };
}

const browser = await launch();
const rounds = Number(values.rounds);
const details = {};
try {
  for (const [network, conditions] of Object.entries(NETWORKS)) {
    for (const [name, page] of Object.entries(pages)) {
      details[network] ??= {};
      details[network][name] = [];
      await visit(browser, page, { latency: 0, throughput: -1 }, 1); // fills the caches of the server
    }
    for (let round = 0; round < rounds; round += 1)
      for (const [name, page] of Object.entries(pages))
        details[network][name].push(await visit(browser, page, conditions, 4));
  }
  details.trips = {};
  for (const [name, page] of Object.entries(pages))
    details.trips[name] = await visit(browser, page, { latency: LONG, throughput: -1 }, 1);
} finally {
  await browser.close();
  await server.stop();
  await bareServer.stop();
  rmSync(bareDir, { recursive: true, force: true });
}

const middle = (network, page, what) => median(details[network][page].map((one) => one[what]));
const ratio = (network, page) => middle(network, page, 'ready') / middle(network, 'bare', 'ready');
// Without the one for the page itself.
const trips = (page) => Math.floor(details.trips[page].ready / LONG) - 1;
const free = 'no network limit';
for (const network of Object.keys(NETWORKS))
  for (const page of Object.keys(pages))
    console.log(
      network.padEnd(18),
      page.padEnd(14),
      ...['ready', 'shown', 'blocked', 'bytes', 'requests'].map(
        (what) => `${what} ${Math.round(middle(network, page, what))}`,
      ),
    );
report(
  'First visit against a bare page, at a quarter of the speed',
  [
    { name: '/app, fast 4G', value: ratio('fast4g', '/app'), target: 2, unit: 'x' },
    { name: '/app, no network limit', value: ratio(free, '/app'), target: 1.9, unit: 'x' },
    {
      name: 'the app responds there, fast 4G',
      value: ratio('fast4g', '/app by app'),
      target: 2.4,
      unit: 'x',
    },
    {
      name: '/auth/sign-in, fast 4G',
      value: ratio('fast4g', '/auth/sign-in'),
      target: 1.3,
      unit: 'x',
    },
    {
      name: 'the app responds there, fast 4G',
      value: ratio('fast4g', 'sign-in by app'),
      target: 2.4,
      unit: 'x',
    },
    {
      name: '/auth/sign-in, no limit',
      value: ratio(free, '/auth/sign-in'),
      target: 1.6,
      unit: 'x',
    },
    { name: '/app: round trips after the HTML', value: trips('/app'), target: 2, unit: '' },
    { name: '/auth/sign-in: round trips', value: trips('/auth/sign-in'), target: 2, unit: '' },
    {
      name: '/app: JavaScript',
      value: middle(free, '/app', 'bytes') / 1000,
      target: 231,
      unit: 'KB',
    },
    {
      name: '/auth/sign-in: JavaScript',
      value: middle(free, '/auth/sign-in', 'bytes') / 1000,
      target: 110,
      unit: 'KB',
    },
    {
      name: '/app: blocking time',
      value: middle(free, '/app', 'blocked'),
      target: 150,
      unit: 'ms',
    },
    {
      name: '/auth/sign-in: blocking time',
      value: middle(free, '/auth/sign-in', 'blocked'),
      target: 60,
      unit: 'ms',
    },
  ],
  details,
);
