// Measures the retrieval of passages for a reply from 10,000 documents with 1,000,000 chunks, as the user, over HTTP on
// PostgreSQL: p50 and p95 in milliseconds, and the ratio to a trivial request to the same server.
//
//   node bench/documents.mjs
//   node bench/documents.mjs --documents 1000        a smaller sample
//   HOMIE_TEST_POSTGRES_URL=postgres://… node bench/documents.mjs   on a PostgreSQL that runs already
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { createBenchDatabase } from './support/bench-database.mjs';
import { measureRequests } from './support/measure-requests.mjs';
import { startScriptedServer } from './support/scripted-server.mjs';

const ROUNDS = 40;
const LIMIT_MS = 150;

const { values } = parseArgs({ options: { documents: { type: 'string', default: '10000' } } });
const database = await createBenchDatabase();
const server = await startScriptedServer({ DATABASE_URL: database.url, HOMIE_SEED: 'true' });

try {
  const session = await server.signIn();
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  const [large, small] = await sql`
    select assistant_id as id from public.assistant_access where user_id = ${session.user.id} order by 1 limit 2`;
  const seed = await readFile(new URL('support/many-documents.sql', import.meta.url), 'utf8');
  const started = performance.now();
  const parameters = {
    documents: values.documents,
    large: `'${large.id}'`,
    small: `'${small.id}'`,
  };
  await sql
    .unsafe(seed.replaceAll(/:(documents|large|small)\b/g, (_, name) => parameters[name]))
    .simple();
  const [{ chunks, table, index }] = await sql`
    select (select count(*) from public.document_chunks) as chunks,
      pg_size_pretty(pg_table_size('public.document_chunks')) as table,
      pg_size_pretty(pg_relation_size('public.document_chunks_search_idx')) as index`;
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`seeded ${chunks} chunks in ${seconds} s: table ${table}, index ${index}\n`);
  await sql.end();

  const search =
    (question, assistant = large) =>
    async () => {
      const response = await fetch(`${server.url}/rest/v1/rpc/search_documents`, {
        method: 'POST',
        headers: {
          apikey: server.publishableKey,
          authorization: `Bearer ${session.access_token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ assistant_id: assistant.id, question }),
      });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      return (await response.json()).passages;
    };

  const trivial = async () => (await fetch(`${server.url}/healthz`)).text();
  const question =
    'What do I write in the report about medication if a family cancels the transport?';
  const cases = {
    'a word in one chunk': search('Where is the xylophone?'),
    'a misspelled word': search('Where is the xylofone?'),
    'a misspelled name': search('What belongs to Coterill?'),
    'a word in most chunks': search('support'),
    'two common words': search('medication report'),
    'a question of common words': search(question),
    'a common and a rare word': search('report about the xylophone'),
    'words in no chunk': search('quixotry of walruses'),
    'a question of 200 words': search(Array.from({ length: 14 }, () => question).join(' ')),
    'a smaller assistant': search(question, small),
  };
  const floor = await measureRequests(trivial, ROUNDS);
  const row = (label, { p50, p95 }, found) =>
    console.log(
      `${label.padEnd(32)}${p50.toFixed(1).padStart(8)}${p95.toFixed(1).padStart(8)}` +
        `${(p50 / floor.p50).toFixed(1).padStart(8)}${String(found).padStart(8)}`,
    );
  console.log(
    `${' '.repeat(32)}${['p50 ms', 'p95 ms', 'ratio', 'found'].map((head) => head.padStart(8)).join('')}`,
  );
  row('trivial', floor, '');
  let isTooSlow = false;
  for (const [label, request] of Object.entries(cases)) {
    const found = await request();
    const times = await measureRequests(request, ROUNDS);
    row(label, times, found.length);
    isTooSlow ||= times.p95 > LIMIT_MS;
  }
  if (isTooSlow) process.exitCode = 1;
} finally {
  await server.stop();
  await database.drop();
}
