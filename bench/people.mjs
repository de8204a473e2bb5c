// Simulates many users at once on two processes and one PostgreSQL, over HTTP: all sign in, list and start a
// conversation at the same moment, then each sends a message, reads the reply and thinks before the next one. Targets:
// no error, and a p95 time to the first event of at most three times that of a single user.
//
//   node bench/people.mjs [--people 200] [--seconds 60] [--think 30]
//   node bench/people.mjs --people 20 --seconds 3600 --think 40      an hour's soak: memory stays flat
//   HOMIE_TEST_POSTGRES_URL=postgres://… node bench/people.mjs   on a PostgreSQL that runs already
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { hash } from 'bcrypt';
import postgres from 'postgres';
import { freePort } from '../tools/steps/free-port.mjs';
import { startPostgres } from '../tools/steps/postgres.mjs';
import { watchMemory } from './people/memory.mjs';
import { Person } from './people/person.mjs';

const root = path.resolve(import.meta.dirname, '..');
const PASSWORD = 'Passw0rd!';
const WANTED_RATIO = 3;
/**
 * The maximum ratio of the memory in the last quarter to that in the second one, for runs of at least `SOAK_SECONDS`.
 */
const WANTED_GROWTH = 1.1;
const SOAK_SECONDS = 1200;
const ALONE = 20;
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    think: { type: 'string', default: '30' },
  },
});
const [count, seconds, think] = [values.people, values.seconds, values.think].map(Number);

const dataDir = mkdtempSync(path.join(tmpdir(), 'homie-people-'));
const own = process.env.HOMIE_TEST_POSTGRES_URL
  ? undefined
  : await startPostgres({ durable: true });
const serverUrl = own?.url ?? process.env.HOMIE_TEST_POSTGRES_URL ?? '';
const name = `homie_people_${process.pid}`;
const owner = postgres(serverUrl, { max: 1, onnotice: () => {} });
await owner.unsafe(`create database ${name}`);
const databaseUrl = new URL(serverUrl);
databaseUrl.pathname = `/${name}`;

async function startProcess() {
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(root, 'apps/server/dist/homie.js'), 'start'], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: databaseUrl.href,
      HOMIE_DATA: dataDir,
      HOMIE_SEED: 'true',
      HOMIE_SITE_URL: 'http://localhost:4200',
      // Each user has a separate IP address, as behind a proxy.
      HOMIE_TRUSTED_PROXIES: '127.0.0.1',
      // The single user sends more messages than people do.
      SENDS_PER_MINUTE: '1000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((/** @type {(value?: unknown) => void} */ ready, failed) => {
    child.stdout.on('data', (chunk) => String(chunk).includes('Stop with Ctrl-C') && ready());
    child.once('exit', (code) => failed(new Error(`The server ended with ${code}`)));
  });
  return { child, url: `http://127.0.0.1:${port}` };
}

/** Returns the CPU time of a process, in seconds. */
function readCpuTime(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const quantile = (numbers, part) =>
  numbers.toSorted((a, b) => a - b)[
    Math.min(numbers.length - 1, Math.floor(numbers.length * part))
  ];
const printTimes = (what, numbers) =>
  console.log(
    `${what.padEnd(34)} median ${quantile(numbers, 0.5).toFixed(0).padStart(6)} ms   p95 ${quantile(numbers, 0.95).toFixed(0).padStart(6)} ms   of ${numbers.length}`,
  );

const servers = await Promise.all([startProcess(), startProcess()]);
const urls = servers.map(({ url }) => url);
const secrets = JSON.parse(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8'));
const errors = [];
const noting = (work) => work.catch((error) => errors.push(error.message));

try {
  const service = { apikey: secrets.secretKey, 'content-type': 'application/json' };
  const passwordHash = await hash(PASSWORD, 10);
  const emails = Array.from({ length: count + 1 }, (_, index) => `person-${index}@bench.example`);
  for (const email of emails)
    await fetch(`${urls[0]}/auth/v1/admin/users`, {
      method: 'POST',
      headers: service,
      body: JSON.stringify({ email, password_hash: passwordHash, email_confirm: true }),
    });
  const sql = postgres(databaseUrl.href, { max: 1 });
  const [{ id: assistantId }] = await sql`select id from assistants order by label limit 1`;
  await sql`insert into assistant_access (assistant_id, user_id)
    select ${assistantId}, id from users where email like '%@bench.example'`;
  await sql.end();
  const people = emails.map(
    (email, index) =>
      new Person(
        { email, password: PASSWORD },
        { urls, apikey: secrets.publishableKey, address: `10.1.${index >> 8}.${index & 255}` },
      ),
  );

  console.log(
    `${cpus().length} cores, load ${loadavg()[0].toFixed(1)}; the people are on the same machine`,
  );
  const single = people.pop();
  if (!single) throw new Error('--people must be at least 1');
  await single.signIn();
  const alone = [];
  const quiet = await single.begin(assistantId);
  await single.send(quiet); // loads code that is needed on first use
  for (let round = 0; round < ALONE; round += 1) alone.push(await single.send(quiet));
  printTimes(
    'one person: first event',
    alone.map(({ first }) => first),
  );
  printTimes(
    'one person: whole reply',
    alone.map(({ last }) => last),
  );

  /** @type {{ signIn: number[], list: number[], replies: { first: number | undefined, last: number }[] }} */
  const times = { signIn: [], list: [], replies: [] };
  const conversations = new Map();
  await Promise.all(
    people.map((person) =>
      noting(
        (async () => {
          times.signIn.push(await person.signIn());
          times.list.push(await person.list());
          conversations.set(person, await person.begin(assistantId));
        })(),
      ),
    ),
  );
  printTimes(`${count} people at one moment: sign in`, times.signIn);
  printTimes(`${count} people: first list`, times.list);

  const before = { at: performance.now(), cpu: servers.map(({ child }) => readCpuTime(child.pid)) };
  const memory = watchMemory(servers.map(({ child }) => child.pid ?? 0));
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    [...conversations].map(([person, conversation]) =>
      noting(
        person.talk(conversation, {
          until,
          thinkMs: think * 1000,
          onReply: (reply) => times.replies.push(reply),
        }),
      ),
    ),
  );
  const elapsed = (performance.now() - before.at) / 1000;
  const resident = memory();
  printTimes(
    `${count} people: first event`,
    times.replies.map(({ first }) => first),
  );
  printTimes(
    `${count} people: whole reply`,
    times.replies.map(({ last }) => last),
  );
  const busy = servers.map(
    ({ child }, index) => (readCpuTime(child.pid) - before.cpu[index]) / elapsed,
  );
  const used = busy.reduce((sum, part) => sum + part, 0) * elapsed;
  console.log(
    `${(times.replies.length / elapsed).toFixed(1)} replies a second; the processes used ${busy.map((part) => `${(part * 100).toFixed(0)} %`).join(' and ')} of a core, ${((used / times.replies.length) * 1000).toFixed(0)} ms a reply; load ${loadavg()[0].toFixed(1)}`,
  );
  for (const { second, last, ratio } of resident)
    console.log(
      `memory of a process: ${second.toFixed(0)} MB in the second quarter, ${last.toFixed(0)} MB in the last (${ratio.toFixed(2)}x)`,
    );
  const isSoak = seconds >= SOAK_SECONDS;
  const grew = resident.some(({ ratio }) => ratio > WANTED_GROWTH);
  if (isSoak)
    console.log(`memory grew beyond ${WANTED_GROWTH}x: ${grew ? 'yes' : 'no'}, wanted no`);
  const ratio =
    quantile(
      times.replies.map(({ first }) => first),
      0.95,
    ) /
    quantile(
      alone.map(({ first }) => first),
      0.95,
    );
  console.log(
    `p95 of the first event: ${ratio.toFixed(2)} times that of one person, wanted at most ${WANTED_RATIO}`,
  );
  console.log(
    `errors: ${errors.length}, wanted 0${errors.length > 0 ? `, e.g. ${errors[0]}` : ''}`,
  );
  if (errors.length > 0 || !(ratio <= WANTED_RATIO) || (isSoak && grew)) process.exitCode = 1;
} finally {
  for (const { child } of servers) {
    child.kill('SIGKILL');
    await new Promise((ended) => child.once('exit', ended));
  }
  await owner.unsafe(`drop database ${name} with (force)`);
  await owner.end();
  await own?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
