// Measures the time of the calls that mail a link to an address, with and without an account, while the mail server is
// slow, refuses recipients, or is down: the time must not reveal who has an account. Needs a build
// (`npm run build`).
//
//   node bench/mail-times.mjs [--calls 200]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { percentile } from './support/browser.mjs';
import { report } from './support/report.mjs';

const { values } = parseArgs({ options: { calls: { type: 'string', default: '200' } } });
const CALLS = Number(values.calls);
const TARGET_RATIO = 1.1;
/** The time that the slow mail server takes for a recipient. */
const SLOW_MS = 3000;
const PASSWORD = 'Passw0rd!bench';
/** Of some password, at the lowest cost: no one signs in. */
const PASSWORD_HASH = '$2b$04$6Ff.6M5pZMBU/Gxz692f1.HmxJrfaCu5gBLK4r8rFmJPzETxCkRdu';

const KINDS = {
  recover: { path: 'recover', isConfirmed: true, body: {} },
  'sign-in link': { path: 'otp', isConfirmed: true, body: { create_user: false } },
  resend: { path: 'resend', isConfirmed: false, body: { type: 'signup' } },
  'sign-up': { path: 'signup', isConfirmed: true, body: { password: PASSWORD } },
};

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  if (address === null || typeof address === 'string') throw new Error('no network address');
  const { port } = address;
  await new Promise((closed) => probe.close(closed));
  return port;
}

/** Starts a mail server that is slow, or refuses each recipient. @returns a function that stops it */
async function startMailServer(port, isRefusing) {
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onRcptTo: (_address, _session, done) =>
      isRefusing
        ? done(Object.assign(new Error('mailbox full'), { responseCode: 552 }))
        : setTimeout(() => done(null), SLOW_MS).unref(),
    onData: (stream, _session, done) => stream.on('end', () => done(null)).resume(),
  });
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return () => server.close();
}

const [port, mailPort] = [await freePort(), await freePort()];
const data = await mkdtemp(join(tmpdir(), 'homie-mail-times-'));
const product = spawn(
  process.execPath,
  [resolve(import.meta.dirname, '../apps/server/dist/homie.js'), 'start'],
  {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOMIE_DATA: data,
      HOMIE_SEED: 'false',
      HOMIE_MAGIC_LINK: 'true',
      HOMIE_TRUSTED_PROXIES: '127.0.0.1',
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      MAIL_FROM: 'no-reply@homie.example',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  },
);
let output = '';
for await (const chunk of product.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
  output += chunk;
  if (output.includes('Stop with Ctrl-C')) break;
}
product.stdout.resume();
const keys = JSON.parse(await readFile(join(data, 'secrets.json'), 'utf8'));

let calls = 0;
/** Calls the auth service from another address each time: the limits of one are not the subject. */
async function post(path, body, key = keys.publishableKey) {
  calls += 1;
  const response = await fetch(`http://127.0.0.1:${port}/auth/v1/${path}`, {
    method: 'POST',
    headers: {
      apikey: key,
      'content-type': 'application/json',
      'x-forwarded-for': `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
}

/**
 * Calls with pairs of a known and an unknown address, in random order: other work on the machine slows both of a pair
 * down alike.
 * @returns the times of each pair in milliseconds
 */
async function measure(name, { path, isConfirmed, body }) {
  const address = (hasAccount, index) =>
    `${hasAccount ? 'a' : 'b'}-${name.replaceAll(/\W/g, '-')}-${index}@bench.example`;
  for (let index = 0; index < CALLS; index += 1)
    await post(
      'admin/users',
      { email: address(true, index), email_confirm: isConfirmed, password_hash: PASSWORD_HASH },
      keys.secretKey,
    );
  const time = async (hasAccount, index) => {
    const startedAt = performance.now();
    await post(path, { email: address(hasAccount, index), ...body });
    return performance.now() - startedAt;
  };
  const pairs = [];
  for (let index = 0; index < CALLS; index += 1) {
    const isKnownFirst = Math.random() < 0.5;
    const [first, second] = [await time(isKnownFirst, index), await time(!isKnownFirst, index)];
    pairs.push(
      isKnownFirst ? { known: first, unknown: second } : { known: second, unknown: first },
    );
  }
  return pairs;
}

const rows = [];
try {
  for (const state of ['slow', 'refusing', 'down']) {
    const stop =
      state === 'down' ? () => {} : await startMailServer(mailPort, state === 'refusing');
    for (const [kind, call] of Object.entries(KINDS)) {
      const pairs = await measure(`${state} ${kind}`, call);
      const median = (number) => percentile(pairs.map(number), 0.5);
      const there = median(({ known }) => known).toFixed(1);
      const not = median(({ unknown }) => unknown).toFixed(1);
      const ratio = median(({ known, unknown }) => known / unknown);
      rows.push({
        name: `${kind}, mail server ${state}: ${there} ms with an account, ${not} ms without; median ratio`,
        value: Math.max(ratio, 1 / ratio),
      });
      console.log(rows.at(-1).name, rows.at(-1).value.toFixed(3));
    }
    stop();
  }
} finally {
  product.kill('SIGTERM');
  await once(product, 'exit');
  await rm(data, { recursive: true, force: true, maxRetries: 10 });
}
report(
  'Times of mailed links',
  rows.map((row) => ({ ...row, target: TARGET_RATIO, unit: 'x' })),
);
process.exit();
