// Measures the delay that the `conversations` function adds to a word between the provider and the browser: median, p95
// and p99 of the time from the moment a word is due until a reader in another process receives it, at 100 words a
// second, for one reply and for twenty at once, next to a plain server that writes the same events: the floor.
//
//   node bench/stream.mjs
//   HOMIE_TEST_POSTGRES_URL=postgres://… node bench/stream.mjs   on a PostgreSQL that runs already
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createServer } from 'vite';
import { startPostgres } from '../tools/steps/postgres.mjs';
import { startPlainServer } from './stream/plain-server.mjs';
import { steadyProvider } from './stream/steady-words.mjs';
import { summary } from './stream/summary.mjs';

const root = path.resolve(import.meta.dirname, '..');
const AT_ONCE = [1, 20];
/** The duration of one run, in milliseconds. */
const SECONDS = { product: 10_000, floor: 5_000 };

// Not `runnerImport`: the server imports further modules while it runs.
const vite = await createServer({
  configFile: false,
  root,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, ws: false, watch: null },
});
const support = await vite.ssrLoadModule(
  '/supabase/functions/tests/support/conversations-server.ts',
);

/** Reads all streams at once in another process, and sends small requests to the server in the meantime. */
async function read(job) {
  const readers = fork(path.join(root, 'bench/stream/readers.mjs'));
  readers.send(job);
  const before = { time: performance.now(), ...process.cpuUsage() };
  const [result] = await once(readers, 'message');
  const { user, system } = process.cpuUsage(before);
  const busy = (user + system) / 1_000 / (performance.now() - before.time);
  readers.disconnect();
  return { ...result, busy };
}

async function measureProduct(count) {
  const provider = steadyProvider(SECONDS.product);
  const server = await support.startConversationsServer({ dependencies: { provider } });
  try {
    const streams = [];
    for (let index = 0; index < count; index += 1) {
      const { person, conversationId } = await server.personInConversation();
      streams.push({
        url: `${server.server.url}/functions/v1/conversations`,
        headers: {
          authorization: person.authorization,
          apikey: server.server.publishableKey,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          endpoint: `/conversations/${conversationId}/stream`,
          method: 'POST',
          body: { content: 'Go on', idempotencyKey: 'bench' },
        }),
      });
    }
    return await read({ streams, ask: `${server.server.url}/healthz` });
  } finally {
    await server.stop();
  }
}

async function measureFloor(count) {
  const server = await startPlainServer(SECONDS.floor);
  try {
    const stream = { url: server.url, headers: {}, body: '' };
    return await read({ streams: Array.from({ length: count }, () => stream), ask: server.url });
  } finally {
    server.stop();
  }
}

const own = process.env['HOMIE_TEST_POSTGRES_URL'] ? undefined : await startPostgres();
if (own) process.env['HOMIE_TEST_POSTGRES_URL'] = own.url;
try {
  for (const count of AT_ONCE) {
    const floor = summary(await measureFloor(count));
    console.log(`\n${count} at once`);
    console.log(`  ${'floor'.padEnd(12)}${floor.line}`);
    const { median, line } = summary(await measureProduct(count));
    console.log(
      `  ${'product'.padEnd(12)}${line}, ${(median / floor.median).toFixed(1)}x the floor`,
    );
  }
} finally {
  await own?.stop();
  await vite.close();
}
// A reply that was read to its end may still be writing its last log line: there is no need to wait for it.
process.exit();
