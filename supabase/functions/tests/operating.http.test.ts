import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  freePort,
  makeCertificate,
  runHomie,
  startServerProcess,
  type ServerProcess,
} from '@homie/server/testing';

const root = resolve(import.meta.dirname, '../../..');
const EMAIL = 'worker@secondhomie.example';
const PASSWORD = 'homie-demo-2026';

let folder: string;
let settings: Record<string, string>;
let ca: string;
let server: ServerProcess;
let metricsPort: number;
let publishableKey: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homie-operating-'));
  const { cert, key } = await makeCertificate(folder, 'localhost');
  ca = await readFile(cert, 'utf8');
  metricsPort = await freePort();
  settings = {
    HOMIE_DATA: join(folder, 'data'),
    HOST: '0.0.0.0',
    HOMIE_TLS_CERT: cert,
    HOMIE_TLS_KEY: key,
  };
  server = await startServerProcess({
    ...settings,
    HOMIE_LOG: 'json',
    HOMIE_METRICS_PORT: String(metricsPort),
  });
  const secrets = await readFile(join(folder, 'data/secrets.json'), 'utf8');
  ({ publishableKey } = JSON.parse(secrets) as { publishableKey: string });
});
afterAll(async () => {
  await server.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Sends a request over HTTPS, as a client that trusts the certificate. */
async function send(path: string, body?: object, headers: Record<string, string> = {}) {
  const { port } = new URL(server.url);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request(`https://localhost:${port}${path}`, {
      ca,
      method: body ? 'POST' : 'GET',
      headers: { apikey: publishableKey, 'content-type': 'application/json', ...headers },
    });
    asked.once('response', resolve).once('error', reject);
    asked.end(body && JSON.stringify(body));
  });
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

test('MAIL-08 over HTTPS with a certificate of its own; logs and metrics tell what happened, and to nobody who it was', async () => {
  const signedIn = await send('/auth/v1/token?grant_type=password', {
    email: EMAIL,
    password: PASSWORD,
  });
  expect(signedIn.headers['strict-transport-security']).toBe('max-age=31536000');
  const { access_token: token, user } = JSON.parse(signedIn.body) as {
    access_token: string;
    user: { id: string };
  };
  const listed = await send(
    '/functions/v1/conversations',
    { endpoint: `/conversations/${user.id}/messages`, method: 'GET' },
    { authorization: `Bearer ${token}` },
  );
  expect(listed.status).toBe(404);
  await send(`/rest/v1/users?email=eq.${EMAIL}`, undefined, { authorization: `Bearer ${token}` });
  await send(`/app/c/${user.id}`);

  const lines = server
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const reported = lines
    .filter(({ message }) => message === 'request')
    // The documents of the demo are stored at the start.
    .filter(({ route }) => route !== '/storage/v1/object/*')
    .map(({ method, route, status }) => [method, route, status]);
  expect(reported).toEqual([
    ['POST', '/auth/v1/token', 200],
    ['POST', 'GET /conversations/:id/messages', 404],
    ['GET', '/rest/v1/{table}', 200],
    ['GET', '/{page}', expect.any(Number)],
  ]);
  expect(lines.map(({ id }) => id)).toContain(signedIn.headers['x-request-id']);
  for (const { time, level } of lines) {
    expect(new Date(String(time)).toISOString()).toBe(time);
    expect(['info', 'error']).toContain(level);
  }

  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toContain(
    'homie_http_requests_total{method="POST",route="/auth/v1/token",status="200"} 1',
  );
  expect(metrics).toContain(
    'homie_http_request_duration_seconds_count{route="GET /conversations/:id/messages"} 1',
  );
  expect(metrics).toContain('homie_replies_running 0');
  expect(metrics).toContain('homie_mails_undelivered{state="waiting"} 0');
  expect(metrics).toContain('homie_mails_undelivered{state="failed"} 0');
  expect(metrics).toContain('homie_mails_oldest_seconds 0');
  expect(metrics).toContain('homie_database_connections{state="max"} 1');
  expect(metrics).toMatch(/^nodejs_eventloop_lag_seconds /m);
  // The site itself serves no metrics.
  expect((await send('/metrics')).body).not.toContain('homie_http_requests_total');

  await expect
    .poll(() => server.output())
    .toMatch(/"level":"info","message":"audit checkpoint \d+ [0-9a-f]{64}"/);

  for (const secret of [EMAIL, PASSWORD, user.id, token, publishableKey, '127.0.0.1'])
    expect(`${server.output()}${metrics}`).not.toContain(secret);
});

test('a backup is made while the process serves TLS on all interfaces', async () => {
  const archive = join(folder, 'running.homie');
  const homie = (...line: string[]) => runHomie(root, settings, line);
  expect(await homie('backup', archive)).toMatch(
    /^Wrote .*running\.homie: [1-9]\d* rows of [1-9]\d* tables, /,
  );
  expect(await homie('backup', archive, '--check')).toMatch(/running\.homie is whole: /);
  // The server still has its database.
  const signedIn = await send('/auth/v1/token?grant_type=password', {
    email: EMAIL,
    password: PASSWORD,
  });
  expect(signedIn.status).toBe(200);
});
