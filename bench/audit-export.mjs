// Exports the audit log in the browser while new entries arrive. Measures the time from the click to the file for
// 50,000 rows, the longest task of the page and the growth of its heap, and checks that the file contains each row
// once.
//
//   node bench/audit-export.mjs [--format csv|jsonl] [--entries 60000]
//   HOMIE_TEST_POSTGRES_URL=postgres://… node bench/audit-export.mjs   on a PostgreSQL that runs already
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Papa from 'papaparse';
import postgres from 'postgres';
import { createBenchDatabase } from './support/bench-database.mjs';
import { launch } from './support/browser.mjs';
import { report } from './support/report.mjs';
import { startScriptedServer } from './support/scripted-server.mjs';

const { values } = parseArgs({
  options: {
    format: { type: 'string', default: 'csv' },
    entries: { type: 'string', default: '60000' },
  },
});
const ROWS = 50_000;
const MIB = 1024 * 1024;
/** The assistant of all seeded and all new entries: md5('bench') as a UUID. */
const ASSISTANT = createHash('md5')
  .update('bench')
  .digest('hex')
  .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const seed = (
  await readFile(new URL('support/many-exported-entries.sql', import.meta.url), 'utf8')
).replaceAll(':entries', String(Number(values.entries)));

/** Starts a server on a seeded PostgreSQL. */
async function startFullServer() {
  const database = await createBenchDatabase();
  const server = await startScriptedServer({ DATABASE_URL: database.url, HOMIE_SEED: 'true' });
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  await sql.unsafe(seed).simple();
  await sql.end();
  return {
    ...server,
    async stop() {
      await server.stop();
      await database.drop();
    },
  };
}

/**
 * Records new entries in the background.
 * @returns a function that stops it and returns the number of entries
 */
function keepRecording(server) {
  let recorded = 0;
  let isOver = false;
  const done = (async () => {
    while (!isOver) {
      // One after the other.
      const response = await fetch(`${server.url}/rest/v1/rpc/record_audit`, {
        method: 'POST',
        headers: {
          apikey: server.secretKey,
          authorization: `Bearer ${server.secretKey}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ action: 'login', user_id: randomUUID(), assistant_id: ASSISTANT }),
      });
      if (!response.ok) throw new Error(`An entry: ${await response.text()}`);
      recorded += 1;
      await delay(20);
    }
  })();
  return async () => {
    isOver = true;
    await done;
    return recorded;
  };
}

/** Returns the numbers of the seeded entries in a file, in file order. */
function numbersIn(text) {
  if (values.format === 'csv') {
    const { data } = Papa.parse(text, { header: true, skipEmptyLines: true });
    return data.map(({ meta_json }) => JSON.parse(meta_json).number);
  }
  const lines = text.trimEnd().split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line).entry.meta.number);
}

/** Records every task of the page's thread that is longer than 50 ms. */
function watchTasks() {
  globalThis.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longTasks.push(duration);
  }).observe({ type: 'longtask' });
}

const server = await startFullServer();
const browser = await launch();
try {
  const session = await server.signIn('admin@secondhomie.example');
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(
    ([key, value]) => localStorage.setItem(key, value),
    ['sb-homie-auth-token', JSON.stringify(session)],
  );
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  const heap = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN;
  };

  await page.goto(`${server.url}/admin/audit?dates=all&assistant=${ASSISTANT}`);
  const button = page.getByRole('button', { name: 'Export CSV' });
  await button.waitFor();
  await page.getByRole('table').getByRole('row').nth(1).waitFor();
  await devtools.send('HeapProfiler.collectGarbage');
  const before = await heap();
  await page.evaluate(watchTasks);

  const endRecording = keepRecording(server);
  let highest = before;
  let isOver = false;
  const sampling = (async () => {
    while (!isOver) {
      highest = Math.max(highest, await heap());
      await delay(50);
    }
  })();
  const downloading = page.waitForEvent('download', { timeout: 300_000 });
  const started = performance.now();
  if (values.format === 'csv') await button.click();
  else {
    await page.getByRole('button', { name: 'More export formats' }).click();
    await page.getByRole('menuitem', { name: 'Export JSON Lines' }).click();
  }
  const download = await downloading;
  const seconds = (performance.now() - started) / 1000;
  isOver = true;
  await sampling;
  const recorded = await endRecording();
  const tasks = await page.evaluate(() => globalThis.longTasks);

  const text = await readFile(await download.path(), 'utf8');
  const numbers = numbersIn(text);
  // Newest first: the entries that arrived before the export started, then the seeded ones in order.
  const seeded = numbers.filter((number) => number !== undefined);
  const expected = ROWS - (numbers.length - seeded.length);
  const found = new Set(seeded.filter((number) => number >= 1 && number <= expected));
  report(
    `Export of the audit log as ${values.format}, ${recorded} entries arriving`,
    [
      { name: 'from the click to the file', value: seconds, target: 10, unit: 's' },
      { name: 'longest task of the page', value: Math.max(0, ...tasks), target: 100, unit: 'ms' },
      { name: 'growth of the heap', value: (highest - before) / MIB, target: 150, unit: 'MiB' },
      {
        name: 'rows beside the 50,000',
        value: Math.abs(numbers.length - ROWS),
        target: 0,
        unit: '',
      },
      { name: 'rows that are missing', value: expected - found.size, target: 0, unit: '' },
    ],
    { bytes: text.length, longTasks: tasks },
  );
} finally {
  await browser.close();
  await server.stop();
}
