// Queries an audit log of 1,000,000 entries over two years, over HTTP: p50 and p95 in milliseconds of its first page,
// of pages far down, of every single filter and of the keyword search, each with the exact number of entries. Then
// measures the cost of counting and indexing for a writer.
//
//   node bench/audit.mjs         HOMIE_TEST_POSTGRES_URL=postgres://… for a server that runs already
//   node bench/audit.mjs <url>   in an empty database that is retained: the next run does not write the entries again
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import { createBenchDatabase } from './support/bench-database.mjs';
import { measureRequests } from './support/measure-requests.mjs';
import { startScriptedServer } from './support/scripted-server.mjs';

const ROUNDS = 25;
/** The maximum p95 of each response, in milliseconds. */
const WANTED = 300;
/** A page at this depth may take at most `DEPTH_RATIO` times as long as the first. */
const DEPTH = 500_000;
const DEPTH_RATIO = 3;

const seed = await readFile(new URL('support/many-audit-entries.sql', import.meta.url), 'utf8');
/**
 * Creates the database with the entries.
 * @returns the settings for a server, and a function that removes the database
 */
async function preparePostgres(stored) {
  const database = await createBenchDatabase(stored);
  const settings = { DATABASE_URL: database.url, HOMIE_SEED: 'true' };
  await (await startScriptedServer(settings)).stop();
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  const [{ filled }] = await sql`select count(*) >= 1000000 as filled from public.audit_logs`;
  if (!filled) await sql.unsafe(seed).simple();
  await sql.unsafe('vacuum analyze public.audit_logs');
  await sql.end();
  return { settings, remove: database.drop };
}

async function bench({ settings }) {
  const server = await startScriptedServer(settings);
  try {
    const session = await server.signIn('admin@secondhomie.example');
    const request = async (name, body, secretKey) => {
      const response = await fetch(`${server.url}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: {
          apikey: secretKey ?? server.publishableKey,
          authorization: `Bearer ${secretKey ?? session.access_token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      });
      const answer = await response.json();
      if (!response.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`);
      return answer;
    };
    const query = (filter) => request('query_audit_logs', { filter });

    // The busiest user, assistant, participant and conversation among the newest entries.
    const { rows } = await query({ pageSize: 100, actions: ['send_message'] });
    const busiest = async (column, name) => {
      let most = { total: -1 };
      for (const value of new Set(rows.map((row) => row[column]).filter(Boolean))) {
        const { total } = await query({ [name]: value, pageSize: 1 });
        if (total > most.total) most = { total, value };
      }
      return most.value;
    };
    const userId = await busiest('user_id', 'userId');
    const assistantId = await busiest('assistant_id', 'assistantId');
    const participantId = await busiest('participant_id', 'participantId');
    const conversationId = await busiest('conversation_id', 'conversationId');
    const to = new Date().toISOString();
    const from = (days) => new Date(Date.now() - days * 86_400_000).toISOString();
    const depth = (share, filter = {}) => ({ ...filter, page: Math.floor((DEPTH * share) / 50) });
    const cases = {
      'first page': {},
      'page at 500,000': depth(1),
      'page at 1,000,000': depth(2),
      'oldest first, page at 500,000': depth(1, { sort: 'created_at_asc' }),
      'the last 14 days': { from: from(14), to },
      'a year': { from: from(400), to: from(35) },
      'a year, page at 200,000': depth(0.4, { from: from(400), to: from(35) }),
      'a user': { userId },
      'a user, page at 20,000': depth(0.04, { userId }),
      'an affected user': { targetUserId: userId },
      'an assistant': { assistantId },
      'a participant': { participantId },
      'a conversation': { conversationId },
      'an action of many': { actions: ['run_started'] },
      'an action of many, page at 100,000': depth(0.2, { actions: ['run_started'] }),
      'an action of few': { actions: ['participant_deleted'] },
      'several actions': { actions: ['login', 'denied', 'run_failed', 'role_changed'] },
      'not a user': { not: { userId } },
      'not a user, page at 500,000': depth(1, { not: { userId } }),
      'not an assistant': { not: { assistantId } },
      'not a participant': { not: { participantId } },
      'not a conversation': { not: { conversationId } },
      'not some actions': { not: { actions: ['login', 'run_started'] } },
      'keyword in most': { q: 'openai' },
      'keyword in most, page at 500,000': depth(1, { q: 'openai' }),
      'keyword of a model': { q: 'gpt-4o-mini' },
      'keyword in few': { q: 'interrupted' },
      'keyword of an action': { q: 'conversation del' },
      'keyword with an id': { q: rows[0].conversation_id.slice(0, 13) },
      'keyword in none': { q: 'quixotry' },
      'not a keyword': { not: { q: 'openai' } },
    };
    console.log(`\nwanted are ${WANTED} ms, and deep pages within ${DEPTH_RATIO}x the first`);
    console.log(
      `${' '.repeat(36)}${['p50 ms', 'p95 ms', 'total'].map((head) => head.padStart(10)).join('')}`,
    );
    let first;
    for (const [label, filter] of Object.entries(cases)) {
      const { total } = await query(filter);
      const times = await measureRequests(() => query(filter), ROUNDS);
      first ??= times;
      const isDeep = label === 'page at 500,000';
      const isMissed = times.p95 > WANTED || (isDeep && times.p50 > DEPTH_RATIO * first.p50);
      if (isMissed) process.exitCode = 1;
      console.log(
        `${label.padEnd(36)}${times.p50.toFixed(1).padStart(10)}${times.p95.toFixed(1).padStart(10)}` +
          `${String(total).padStart(10)}${isMissed ? '  missed' : ''}`,
      );
    }

    const record = () =>
      request(
        'record_audit',
        {
          action: 'run_started',
          user_id: userId,
          meta: { run_id: `resp_${randomUUID().replaceAll('-', '')}`, provider: 'openai' },
        },
        server.secretKey,
      );
    const { p50, p95 } = await measureRequests(record, ROUNDS);
    console.log(
      `${'writing an entry'.padEnd(36)}${p50.toFixed(1).padStart(10)}${p95.toFixed(1).padStart(10)}`,
    );
  } finally {
    await server.stop();
  }
}

const started = performance.now();
const prepared = await preparePostgres(process.argv[2]);
console.log(`entries there in ${((performance.now() - started) / 1000).toFixed(0)} s`);
try {
  await bench(prepared);
} finally {
  await prepared.remove();
}
