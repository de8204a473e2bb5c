// Measures the list and the search of a user with 10,000 conversations of 10 messages, next to 190,000 conversations
// and 100,000 messages of others, over HTTP on PostgreSQL: p50 and p95 in milliseconds, and the ratio to a trivial
// request to the same server, so that results of two machines can be compared.
//
//   node bench/conversations.mjs
//   HOMIE_TEST_POSTGRES_URL=postgres://… node bench/conversations.mjs   on a PostgreSQL that runs already
import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import { createBenchDatabase } from './support/bench-database.mjs';
import { measureRequests } from './support/measure-requests.mjs';
import { startScriptedServer } from './support/scripted-server.mjs';

const ROUNDS = 40;
const LIMIT_MS = 150;

const database = await createBenchDatabase();
const server = await startScriptedServer({ DATABASE_URL: database.url, HOMIE_SEED: 'true' });

try {
  const session = await server.signIn();
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  const seed = await readFile(new URL('support/many-conversations.sql', import.meta.url), 'utf8');
  const started = performance.now();
  await sql.unsafe(seed.replaceAll(':person', `'${session.user.id}'`)).simple();
  console.log(`seeded in ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
  await sql.end();

  const read = async (endpoint) =>
    (await (await server.call(session, { method: 'GET', endpoint })).json()).data;
  const search = (q) => () => read(`/conversations/search?${new URLSearchParams({ q })}`);

  let cursor = '';
  for (let page = 1; page < 50; page += 1) {
    cursor = (await read(`/conversations?pageSize=100&cursor=${cursor}`)).nextCursor;
  }
  let lastEventId = '0';
  const changes = await server.call(session, { method: 'GET', endpoint: '/conversations/changes' });
  for await (const chunk of changes.body ?? []) {
    lastEventId = /id: (\d+)/.exec(Buffer.from(chunk).toString())?.[1] ?? lastEventId;
    break;
  }

  const trivial = async () => (await fetch(`${server.url}/healthz`)).text();
  const cases = {
    'list, first page of 25': () => read('/conversations?cursor='),
    'list, first page of 100': () => read('/conversations?cursor=&pageSize=100'),
    'list, page 50 of 100': () => read(`/conversations?cursor=${cursor}&pageSize=100`),
    'list, page form with total': () => read('/conversations?page=1'),
    'search, in every message': search('support'),
    'search, in one of 100 messages': search('roster'),
    'search, in 1 old message': search('xylophone'),
    'search, in every one of others': search('payroll'),
    'search, in none': search('quixotry'),
    'search, a phrase of common words': search('ends in the afternoon with'),
    'search, a word and one letter': search('plan b'),
    'search, of another alphabet': search('дом и сад'),
    'search, 1 character, common': search('e'),
    'search, 1 character, in none': search('ß'),
    'search, 2 characters, in none': search('%_'),
    'search, only signs, in none': search('=-=-=-='),
  };
  const floor = await measureRequests(trivial, ROUNDS);
  const row = (label, { p50, p95 }, found) =>
    console.log(
      `${label.padEnd(32)}${p50.toFixed(1).padStart(8)}${p95.toFixed(1).padStart(8)}` +
        `${(p50 / floor.p50).toFixed(1).padStart(8)}${String(found).padStart(8)}`,
    );
  console.log(
    `${' '.repeat(32)}${['p50 ms', 'p95 ms', 'ratio', 'rows'].map((head) => head.padStart(8)).join('')}`,
  );
  row('trivial', floor, '');
  let isTooSlow = false;
  for (const [label, request] of Object.entries(cases)) {
    const { rows } = await request();
    const times = await measureRequests(request, ROUNDS);
    row(label, times, rows.length);
    isTooSlow ||= times.p95 > LIMIT_MS;
  }
  if (isTooSlow) process.exitCode = 1;
} finally {
  await server.stop();
  await database.drop();
}
