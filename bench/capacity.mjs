// Measures the cost of a request, a reply and an open stream, for docs/guides/capacity.md: processor time of server and
// database, transactions, memory and disk space. Needs a build of the server.
//
//   node bench/capacity.mjs
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import postgres from 'postgres';
import { startPostgres } from '../tools/steps/postgres.mjs';
import { forecast } from './support/forecast.mjs';

const root = path.resolve(import.meta.dirname, '..');
const REQUESTS = 200;
const REPLIES = 50;
const STREAMS = 100;
const IDLE_MS = 10_000;
/** The unit of processor times in /proc on Linux. */
const TICKS_PER_SECOND = 100;

const cluster = await startPostgres({ durable: true });
const folder = mkdtempSync(path.join(tmpdir(), 'homie-capacity-'));
const sql = postgres(cluster.url, { max: 1, onnotice: () => {} });
const server = spawn(process.execPath, [path.join(root, 'apps/server/dist/homie.js'), 'start'], {
  env: {
    PATH: process.env.PATH,
    PORT: '0',
    HOMIE_DATA: folder,
    DATABASE_URL: cluster.url,
    HOMIE_SEED: 'true',
    DEMO_DELAY_MS: '0',
    SENDS_PER_MINUTE: '100000',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});

/** Returns the processor time of a process in milliseconds; 0 if it has exited. */
function readCpuTime(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

async function databasePids() {
  const rows = await sql`select pid from pg_stat_activity where pid <> pg_backend_pid()`;
  return rows.map(({ pid }) => pid);
}

async function count() {
  const pids = await databasePids();
  const [row] = await sql`
    select xact_commit::integer as transactions, pg_database_size(current_database())::bigint as bytes
    from pg_stat_database where datname = current_database()`;
  return {
    server: readCpuTime(server.pid),
    database: pids.reduce((sum, pid) => sum + readCpuTime(pid), 0),
    transactions: row.transactions,
    bytes: Number(row.bytes),
  };
}

/** Runs `work` several times and returns the average cost. */
async function measure(name, times, work) {
  await work(-1);
  const before = await count();
  const started = performance.now();
  for (let index = 0; index < times; index += 1) await work(index);
  const elapsed = performance.now() - started;
  const after = await count();
  const each = (key) => (after[key] - before[key]) / times;
  return {
    name,
    serverMs: each('server'),
    databaseMs: each('database'),
    transactions: each('transactions'),
    kilobytes: each('bytes') / 1024,
    elapsedMs: elapsed / times,
  };
}

function readResidentMemory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

try {
  let url;
  for await (const line of createInterface({ input: server.stdout })) {
    url = /(http:\/\/localhost:\d+)/.exec(line)?.[1];
    if (url) break;
  }
  server.stdout.resume();
  const { publishableKey } = await (await fetch(`${url}/environment.json`)).json();
  const json = { apikey: publishableKey, 'content-type': 'application/json' };
  const signIn = async () => {
    const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email: 'worker@secondhomie.example', password: 'homie-demo-2026' }),
    });
    return (await response.json()).access_token;
  };
  const headers = { ...json, authorization: `Bearer ${await signIn()}` };
  const call = (endpoint, method, body, signal) =>
    fetch(`${url}/functions/v1/conversations`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ endpoint, method, body }),
      signal,
    });
  const { data: own } = await (await call('/conversations', 'GET')).json();
  const conversation = own.rows[0].id;
  const results = [
    await measure('sign in', 20, signIn),
    await measure('list of conversations', REQUESTS, async () =>
      (await call('/conversations', 'GET')).text(),
    ),
    await measure('rows over REST', REQUESTS, async () =>
      (await fetch(`${url}/rest/v1/assistants?select=id,label`, { headers })).text(),
    ),
    await measure('message and whole reply', REPLIES, async (index) =>
      (
        await call(`/conversations/${conversation}/stream`, 'POST', {
          content: 'When are quiet hours in the house, and who is told about them?',
          idempotencyKey: `capacity-${index}`,
        })
      ).text(),
    ),
  ];
  const memory = readResidentMemory(server.pid);
  const stop = new AbortController();
  const opened = await Promise.all(
    Array.from({ length: STREAMS }, () =>
      call('/conversations/changes', 'GET', undefined, stop.signal),
    ),
  );
  const isStream = opened.every((response) =>
    response.headers.get('content-type')?.startsWith('text/event-stream'),
  );
  if (!isStream) throw new Error(`no stream of changes: ${await opened[0].text()}`);
  const before = await count();
  const waited = performance.now();
  await new Promise((done) => {
    setTimeout(done, IDLE_MS);
  });
  const seconds = (performance.now() - waited) / 1000;
  const after = await count();
  const streams = {
    megabytes: (readResidentMemory(server.pid) - memory) / STREAMS,
    serverMsPerSecond: (after.server - before.server) / seconds / STREAMS,
    databaseMsPerSecond: (after.database - before.database) / seconds / STREAMS,
    transactionsPerSecond: (after.transactions - before.transactions) / seconds / STREAMS,
  };
  stop.abort();

  console.log(
    `\nCost of one (${availableParallelism()} processors, load ${loadavg()[0].toFixed(1)})\n`,
  );
  for (const { name, ...cost } of results)
    console.log(
      `${name.padEnd(26)}${Object.entries(cost)
        .map(([key, value]) => `${key} ${value.toFixed(1)}`)
        .join('  ')}`,
    );
  console.log(
    `${'open stream of changes'.padEnd(26)}${Object.entries(streams)
      .map(([key, value]) => `${key} ${value.toFixed(3)}`)
      .join('  ')}`,
  );
  const [signInCost, list, rows, reply] = results;
  const cost = { signIn: signInCost, list, rows, reply };
  const forecasts = [1_000, 100_000, 10_000_000].map((people) => forecast(people, cost, streams));
  console.table(forecasts);
  console.log(`\n${JSON.stringify({ title: 'capacity', results, streams, forecasts })}`);
} finally {
  server.kill('SIGTERM');
  await once(server, 'exit');
  await sql.end();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
