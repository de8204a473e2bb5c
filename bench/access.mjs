// How long it takes in a worker's browser, from an administrator's change on, until a conversation with its list entry, its
// file and its running reply are gone: when access is revoked, when the worker is unassigned, and when the role is changed.
//
//   node bench/access.mjs [--rounds 10]
//   HOMIE_TEST_POSTGRES_URL=postgres://… node bench/access.mjs   on a PostgreSQL that runs already
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { startPostgres } from '../tools/steps/postgres.mjs';
import { losses } from './access/losses.mjs';
import { openWorker } from './access/worker.mjs';
import { launch, percentile } from './support/browser.mjs';
import { report } from './support/report.mjs';
import { startScriptedServer } from './support/scripted-server.mjs';

const LIMIT_MS = 5_000;
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } });

/** Runs every kind of loss so many times. @returns milliseconds by what was lost */
async function measure(environment) {
  const server = await startScriptedServer(environment);
  const browser = await launch();
  const times = {};
  try {
    server.script(
      'Go on',
      Array.from({ length: 1200 }, (_, index) => `word${index} `),
      50,
    );
    const admin = await server.signIn('admin@secondhomie.example');
    const worker = await openWorker(browser, server);
    for (const [name, loss] of Object.entries(losses))
      for (let round = 0; round < Number(values.rounds); round += 1) {
        const lost = await worker.lose(await loss(server, admin, worker.session));
        for (const [what, milliseconds] of Object.entries(lost))
          (times[`${what}, ${name}`] ??= []).push(milliseconds);
      }
    return times;
  } finally {
    await browser.close();
    await server.stop();
  }
}

const given = process.env.HOMIE_TEST_POSTGRES_URL;
const cluster = given ? { url: given, stop: async () => {} } : await startPostgres();
const name = `homie_bench_${randomUUID().replaceAll('-', '')}`;
const owner = postgres(cluster.url, { max: 1, onnotice: () => {} });
await owner.unsafe(`create database ${name}`);
const databaseUrl = Object.assign(new URL(cluster.url), { pathname: `/${name}` }).href;
try {
  const checks = [];
  for (const [database, environment] of [
    ['PGlite', {}],
    ['PostgreSQL', { DATABASE_URL: databaseUrl, HOMIE_SEED: 'true' }],
  ])
    for (const [what, milliseconds] of Object.entries(await measure(environment))) {
      const p50 = percentile(milliseconds, 0.5).toFixed(0);
      const checked = `${database}: ${what} (median ${p50})`;
      checks.push({
        name: checked,
        value: Math.max(...milliseconds),
        target: LIMIT_MS,
        unit: 'ms',
      });
    }
  report('Lost access, at most after', checks, { rounds: Number(values.rounds) });
} finally {
  await owner.unsafe(`drop database if exists ${name} with (force)`);
  await owner.end();
  await cluster.stop();
}
