// Measures the requests of the administration's screens in an organisation of 5,000 participants, 2,000 people and 500
// assistants, over HTTP on PostgreSQL: p50 and p95 in milliseconds, and the ratio to a trivial request to the same
// server, so that results of two machines can be compared.
//
//   node bench/administration.mjs
//   HOMIE_TEST_POSTGRES_URL=postgres://… node bench/administration.mjs   on a PostgreSQL that runs already
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
  const session = await server.signIn('admin@secondhomie.example');
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  const started = performance.now();
  await sql
    .unsafe(await readFile(new URL('support/large-organisation.sql', import.meta.url), 'utf8'))
    .simple();
  console.log(`seeded in ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
  const [person] = await sql`select id from public.users where email = 'person500@large.example'`;
  const [participant] =
    await sql`select id from public.participants where display_name = 'Participant 1'`;
  const [assistant] = await sql`select id from public.assistants where label = 'Everyday 1'`;
  await sql.end();

  const headers = {
    apikey: server.publishableKey,
    authorization: `Bearer ${session.access_token}`,
    'content-type': 'application/json',
  };
  /** Queries rows of the REST API, with an exact count. */
  async function rest(path, body) {
    const response = await fetch(`${server.url}/rest/v1/${path}`, {
      headers: { ...headers, prefer: 'count=exact' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return Array.isArray(answer) ? answer : (answer.rows ?? [answer]);
  }
  const call = async (endpoint) => {
    const { data } = await (await server.call(session, { method: 'GET', endpoint })).json();
    return data.rows ?? data.userGrants;
  };

  const page =
    'select=id,display_name,status,created_at,updated_at&order=created_at.desc,id.desc&limit=25';
  const people =
    'select=id,email,role_id,created_at,updated_at,role:roles!inner(id,name)&order=email,id&limit=25';
  const participants = (q) => () => rest(`rpc/search_participants?${page}`, { q });
  const users = (q) => () => rest(`rpc/search_users?${people}`, { q });
  const assistants = (q) => () => call(`/assistants?page=1&limit=25&${new URLSearchParams({ q })}`);
  const record = { kind: 'participant', record_id: participant.id };
  const cases = {
    'whether one is an administrator': () => rest('rpc/is_admin', {}),
    'participants, first page': () => rest(`participants?${page}`),
    'participants, page 200': () => rest(`participants?${page}&offset=4975`),
    'participants, inactive': () => rest(`participants?${page}&status=eq.inactive`),
    'participants, search of one': participants('ipant 4321'),
    'participants, search of many': participants('participant'),
    'participants, 1 character': participants('9'),
    'participants, in none': participants('quixotry'),
    'users, first page': () => rest(`users?${people}`),
    'users, office': () => rest(`users?${people}&role.name=eq.office`),
    'users, search of one': users('son1234@'),
    'users, search of many': users('large'),
    'users, 1 character': users('9'),
    'assistants, first page': () => call('/assistants?page=1&limit=25'),
    'assistants, search of one': assistants('lper 321'),
    'assistants, search of many': assistants('helper'),
    'assistants, 1 character': assistants('9'),
    'picker of participants, all': () => call('/participants'),
    'picker of participants, search': () => call('/participants?q=pant%2099&limit=50'),
    'picker of users': () => call('/users?q=son12'),
    'grants of an assistant of all': () => call(`/assistants/${assistant.id}/grants`),
    'workers of a participant': () =>
      rest(
        'participant_assignments?select=participant_id,user_id,user:users(email,role:roles(name))&order=created_at' +
          `&participant_id=eq.${participant.id}`,
      ),
    'access of a person': () => rest('rpc/user_access', { user_id: person.id }),
    'access of a person, search': () => rest('rpc/user_access', { user_id: person.id, q: 'day 2' }),
    'participants of a person': () => rest('rpc/user_participants', { user_id: person.id }),
    'who can see a participant': () => rest('rpc/who_can_see', record),
    'who can see an assistant of all': () =>
      rest('rpc/who_can_see', { kind: 'assistant', record_id: assistant.id }),
    'history of a participant': () => rest('rpc/read_history', record),
    'history of a busy assistant': () =>
      rest('rpc/read_history', { kind: 'assistant', record_id: assistant.id }),
    'what goes with a participant': () => rest('rpc/deletion_effect', record),
  };
  const floor = await measureRequests(
    async () => (await fetch(`${server.url}/healthz`)).text(),
    ROUNDS,
  );
  const row = (label, { p50, p95 }, found) =>
    console.log(
      `${label.padEnd(34)}${p50.toFixed(1).padStart(8)}${p95.toFixed(1).padStart(8)}` +
        `${(p50 / floor.p50).toFixed(1).padStart(8)}${String(found).padStart(8)}`,
    );
  console.log(
    `${' '.repeat(34)}${['p50 ms', 'p95 ms', 'ratio', 'rows'].map((head) => head.padStart(8)).join('')}`,
  );
  row('trivial', floor, '');
  let isTooSlow = false;
  for (const [label, request] of Object.entries(cases)) {
    const rows = await request();
    const times = await measureRequests(request, ROUNDS);
    row(label, times, rows.length);
    isTooSlow ||= times.p95 > LIMIT_MS;
  }
  if (isTooSlow) process.exitCode = 1;
} finally {
  await server.stop();
  await database.drop();
}
