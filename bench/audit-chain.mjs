// Measures the cost of the audit log's hash chain for 1 and for 20 writers, on a PostgreSQL whose commits reach the
// disk, and the time that verifying 100,000 entries and exporting 50,000 of them takes over HTTP.
//
//   node bench/audit-chain.mjs
import postgres from 'postgres';
import { startPostgres } from '../tools/steps/postgres.mjs';
import { report } from './support/report.mjs';
import { startScriptedServer } from './support/scripted-server.mjs';

const SECONDS = 4;
const ENTRIES = 100_000;
const EXPORTED = 50_000;

const cluster = await startPostgres({ durable: true });
const server = await startScriptedServer({ DATABASE_URL: cluster.url, HOMIE_SEED: 'true' });
const owner = postgres(cluster.url, { max: 20, onnotice: () => {} });

/**
 * Records entries with concurrent writers, each entry in its own transaction.
 * @returns entries per second
 */
async function write(writers) {
  const end = performance.now() + SECONDS * 1000;
  let written = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (performance.now() < end) {
        await owner`select public.record_audit('denied', null)`;
        written += 1;
      }
    }),
  );
  return (written * 1000) / (performance.now() - started);
}

async function withoutChain(work) {
  await owner`alter table public.audit_logs disable trigger queue_entries`;
  try {
    return await work();
  } finally {
    await owner`alter table public.audit_logs enable trigger queue_entries`;
  }
}

const measureTime = async (work) => {
  const started = performance.now();
  const result = await work();
  return [(performance.now() - started) / 1000, result];
};

try {
  const session = await server.signIn('admin@secondhomie.example');
  const headers = {
    apikey: server.publishableKey,
    authorization: `Bearer ${session.access_token}`,
    'content-type': 'application/json',
  };
  const post = async (path, body) => {
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${server.url}${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  };
  const callAudit = async (endpoint, body) =>
    (await post('/functions/v1/audit', { endpoint, method: 'POST', body })).data;

  await write(20); // warm
  const rates = {};
  for (const writers of [1, 20]) {
    rates[`with, ${writers}`] = await write(writers);
    rates[`without, ${writers}`] = await withoutChain(() => write(writers));
  }
  console.log(rates);

  const [fill] = await measureTime(
    () => owner`
      insert into public.audit_logs (action, user_id, user_email, assistant_label, meta)
      select 'run_succeeded', gen_random_uuid(), 'somebody@secondhomie.example', 'Shift notes',
        jsonb_build_object('run_id', gen_random_uuid(), 'model', 'gpt-5.6', 'tokens', n)
      from generate_series(1, ${ENTRIES}::int) as n`,
  );
  await owner`vacuum analyze`;
  console.log(`${ENTRIES} entries in one transaction: ${fill.toFixed(1)} s`);

  const pieces = [];
  const [verified] = await measureTime(async () => {
    for (let after = 0, done = false; !done;) {
      const [seconds, piece] = await measureTime(() =>
        post('/rest/v1/rpc/verify_audit_chain', { after_seq: after, row_limit: 50_000 }),
      );
      if (piece.problem) throw new Error(JSON.stringify(piece.problem));
      pieces.push(seconds);
      after = piece.to;
      ({ done } = piece);
    }
  });

  const filter = { actions: ['run_succeeded'], sort: 'created_at_desc' };
  const [exported, rows] = await measureTime(async () => {
    const { id } = await callAudit('/exports', { filter, format: 'jsonl' });
    let count = 0;
    for (let next = {}; next && count < EXPORTED;) {
      const page = await post('/rest/v1/rpc/read_audit_export', {
        export_id: id,
        after_moment: next.moment ?? null,
        after_id: next.id ?? null,
      });
      count += page.rows.length;
      ({ next } = page);
    }
    await callAudit(`/exports/${id}/manifest`);
    return count;
  });

  report(
    'The chain of the audit log',
    [
      {
        name: '1 writer: entries without the chain to entries with it',
        value: rates['without, 1'] / rates['with, 1'],
        target: 3,
        unit: 'x',
      },
      {
        name: '20 writers: a second for 200 entries with the chain',
        value: 200 / rates['with, 20'],
        target: 1,
        unit: 's',
      },
      { name: `verifying ${ENTRIES} entries`, value: verified, target: 20, unit: 's' },
      { name: 'its longest piece of 50,000', value: Math.max(...pieces), target: 5, unit: 's' },
      { name: `exporting ${rows} entries`, value: exported, target: 10, unit: 's' },
    ],
    { rates },
  );
} finally {
  await owner.end();
  await server.stop();
  await cluster.stop();
}
