// Measures a search in the conversations that the page has, in Chromium: the time until the hits are known, for a text
// that is nowhere, one that every conversation has in its newest messages, and one in the oldest message of each.
//
//   node bench/local-search.mjs [--rounds 40]
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { launch, median } from './support/browser.mjs';
import { report } from './support/report.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '40' } } });
const CONVERSATIONS = 30;
const MESSAGES = 100;
/** The factors by which the processor is slowed down. */
const RATES = [1, 4];
const TARGET_MS = 30;
const SEARCHES = {
  nowhere: 'not found anywhere',
  everywhere: 'what then',
  oldest: 'question 0 of',
};

const outDir = mkdtempSync(path.join(tmpdir(), 'homie-local-search-'));
await build({
  configFile: false,
  root: path.resolve(import.meta.dirname, '..'),
  logLevel: 'error',
  build: {
    outDir,
    lib: {
      entry: path.join(import.meta.dirname, 'local-search/entry.mjs'),
      formats: ['iife'],
      name: 'bench',
      fileName: () => 'bench.js',
    },
  },
  define: { 'process.env.NODE_ENV': '"production"' },
});
const content = readFileSync(path.join(outDir, 'bench.js'), 'utf8');
rmSync(outDir, { recursive: true });

const browser = await launch();
try {
  const page = await browser.newPage();
  await page.addScriptTag({ content });
  const devtools = await page.context().newCDPSession(page);
  const checks = [];
  for (const rate of RATES) {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate });
    for (const [name, q] of Object.entries(SEARCHES)) {
      const { times, found } = await page.evaluate((options) => globalThis.benchSearch(options), {
        conversations: CONVERSATIONS,
        messages: MESSAGES,
        q,
        rounds: Number(values.rounds),
      });
      checks.push({
        name: `median with the processor at 1/${rate}: a text ${name} (${found} found)`,
        value: median(times),
        target: TARGET_MS * rate,
        unit: 'ms',
      });
    }
  }
  report(
    `Search in ${CONVERSATIONS} conversations of ${MESSAGES} messages in the page`,
    checks,
    {},
  );
} finally {
  await browser.close();
}
