// Compares the times of the main requests on two servers, with alternating requests. Both have the demo accounts and
// were started with DEMO_DELAY_MS=0 and a high SENDS_PER_MINUTE. Exits with 1 if one is slower.
//
//   node bench/compare.mjs <former url> <present url>
import { randomUUID } from 'node:crypto';

/** A higher ratio is a regression, not noise. */
const TOLERANCE = 1.1;
const PASSWORD = 'homie-demo-2026';

/**
 * A client of a signed-in user.
 * @typedef {(path: string, body?: object) => Promise<Response>} Ask GET without a body, POST with one; read to its end
 */

/**
 * Signs in.
 * @param {string} url
 * @param {string} email
 * @returns {Promise<Ask>}
 */
async function signIn(url, email) {
  const settings = await (await fetch(`${url}/environment.json`)).json();
  /** @type {Record<string, string>} */
  const headers = { apikey: settings.publishableKey, 'content-type': 'application/json' };
  /** @type {Ask} */
  const request = async (path, body) => {
    const response = await fetch(url + path, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${text}`);
    return new Response(text);
  };
  const session = await request('/auth/v1/token?grant_type=password', {
    email,
    password: PASSWORD,
  });
  headers.authorization = `Bearer ${(await session.json()).access_token}`;
  return request;
}

/**
 * The requests that are compared.
 * @param {string} url
 */
async function measuredOn(url) {
  const worker = await signIn(url, 'worker@secondhomie.example');
  const admin = await signIn(url, 'admin@secondhomie.example');
  /** @param {string} method @param {string} endpoint @param {object} [body] */
  const call = (method, endpoint, body) =>
    worker('/functions/v1/conversations', { method, endpoint, ...(body && { body }) });
  const { data } = await (await call('GET', '/assistants')).json();
  const started = await call('POST', '/conversations', { assistantId: data.rows[0].id });
  const conversation = (await started.json()).data.id;
  // One export for all rounds: at most thirty can be started per hour.
  const filter = { sort: 'created_at_desc' };
  const asked = { endpoint: '/exports', method: 'POST', body: { filter, format: 'jsonl' } };
  const exported = await (await admin('/functions/v1/audit', asked)).json();
  return {
    'REST list': () => worker('/rest/v1/conversations?select=*&limit=50'),
    'function call': () => call('GET', '/conversations'),
    'send and stream': () =>
      call('POST', `/conversations/${conversation}/stream`, {
        content: 'Which assistants may I use?',
        idempotencyKey: randomUUID(),
      }),
    'audit page': () => admin('/rest/v1/rpc/query_audit_logs', { filter: { limit: 50 } }),
    'audit export, page': () =>
      admin('/rest/v1/rpc/read_audit_export', {
        export_id: exported.data.id,
        after_moment: null,
        after_id: null,
      }),
  };
}

/** @param {() => Promise<Response>} work @returns milliseconds */
async function measureTime(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** @param {number[]} values @param {number} share */
const quantile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

const [formerUrl, presentUrl] = process.argv.slice(2);
if (!formerUrl || !presentUrl) throw new Error('Name two addresses.');
const [former, present] = [await measuredOn(formerUrl), await measuredOn(presentUrl)];

console.log('median and 95th percentile in ms, former and present');
for (const name of /** @type {(keyof typeof former)[]} */ (Object.keys(former))) {
  const rounds = name === 'send and stream' ? 60 : 200;
  /** @type {[number[], number[]]} */
  const times = [[], []];
  for (let round = -10; round < rounds; round += 1) {
    // The first ones warm both up.
    const pair = [await measureTime(former[name]), await measureTime(present[name])];
    if (round >= 0) times.forEach((list, index) => list.push(pair[index] ?? 0));
  }
  const [before, after] = times.map((list) => [quantile(list, 0.5), quantile(list, 0.95)]);
  const ratio = (after?.[0] ?? 0) / (before?.[0] ?? 1);
  if (ratio > TOLERANCE) process.exitCode = 1;
  const shown = [before, after].map((pair) => pair?.map((ms) => ms.toFixed(1)).join(' / '));
  console.log(`${name.padEnd(20)}${shown.join('   ')}   ${ratio.toFixed(2)}x`);
}
