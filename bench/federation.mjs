// Measures the cost of composing at run time: /app from shell and remotes against the same code as a single build, on a
// processor of a quarter of the speed and a network of 9 Mbit/s with a latency of 60 ms. Needs a build and composed
// remotes.
//
//   node bench/federation.mjs [--rounds 7]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { launch, median } from './support/browser.mjs';
import { report } from './support/report.mjs';
import { startScriptedServer } from './support/scripted-server.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } });
const root = path.resolve(import.meta.dirname, '..');
const NETWORK = {
  offline: false,
  latency: 60,
  downloadThroughput: 9e6 / 8,
  uploadThroughput: 9e6 / 8,
};

const shellDir = mkdtempSync(path.join(tmpdir(), 'homie-one-build-'));
await build({
  configFile: path.join(root, 'bench/one-build/vite.config.ts'),
  logLevel: 'error',
  build: { outDir: shellDir, emptyOutDir: true },
});
const noReleases = path.join(shellDir, 'no-releases');
const servers = {
  composed: await startScriptedServer(),
  // Without releases: otherwise its page would request the scripts of the remotes, which are part of the build.
  single: await startScriptedServer({ HOMIE_SHELL_DIR: shellDir, HOMIE_RELEASES: noReleases }),
};

/** Returns a session, and the URL of a conversation of its user. */
async function prepare(server) {
  const session = await server.signIn();
  const call = async (request) => (await (await server.call(session, request)).json()).data;
  const { rows } = await call({ endpoint: '/assistants?limit=1', method: 'GET' });
  const body = { assistantId: rows[0].id, title: 'Measured' };
  const { id } = await call({ endpoint: '/conversations', method: 'POST', body });
  return { session, address: `${server.url}/app?conversation=${id}` };
}

/** Measures one first visit: the gzipped bytes of scripts, and the milliseconds until the composer can be used. */
async function visit(browser, { session, address }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(
    ([key, value]) => localStorage.setItem(key, value),
    ['sb-homie-auth-token', JSON.stringify(session)],
  );
  const page = await context.newPage();
  const scripts = [];
  page.on('response', (response) => {
    if (response.headers()['content-type']?.includes('javascript')) scripts.push(response.body());
  });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  const milliseconds = await page.evaluate(() => performance.now());
  await page.waitForLoadState('load');
  const bodies = await Promise.all(scripts);
  await context.close();
  const sizes = bodies.map((body) => gzipSync(body, { level: 9 }).length);
  return {
    milliseconds,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    requests: sizes.length,
  };
}

const browser = await launch();
const visits = { composed: [], single: [] };
try {
  const places = {
    composed: await prepare(servers.composed),
    single: await prepare(servers.single),
  };
  for (const place of Object.values(places)) await visit(browser, place); // fills the servers' caches
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const [kind, place] of Object.entries(places))
      visits[kind].push(await visit(browser, place));
} finally {
  await browser.close();
  for (const server of Object.values(servers)) await server.stop();
  rmSync(shellDir, { recursive: true, force: true });
}

const middle = (kind, what) => median(visits[kind].map((visited) => visited[what]));
const ratio = (what) => middle('composed', what) / middle('single', what);
report(
  'Composed at run time against a single build, first visit to /app',
  [
    { name: 'bytes of JavaScript, gzipped', value: ratio('bytes'), target: 1.35, unit: 'x' },
    { name: 'time to the composer', value: ratio('milliseconds'), target: 1.25, unit: 'x' },
  ],
  visits,
);
