import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { SMTPServer } from 'smtp-server';
import { expect, test, vi } from 'vitest';
import {
  createDataFolder,
  createScratchDatabase,
  freePort,
  PATIENCE,
  startServerProcess,
} from '../testing/index.ts';

const ROUNDS = 15;
/** Requests of each kind in a round. */
const REQUESTS = 4;
const READY_WITHIN_MS = 10_000;
const migrationsDir = resolve(import.meta.dirname, '../../../../supabase/migrations');

/** Starts a mail server that takes up to 60 ms for a mail. @returns the Message-IDs of the mails to each address */
async function startMailServer(port: number) {
  const ids = new Map<string, string[]>();
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    closeTimeout: 1,
    onData(stream, { envelope }, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        const [, id = ''] = /^Message-ID: (\S+)/m.exec(text) ?? [];
        const to = envelope.rcptTo[0]?.address ?? '';
        ids.set(to, [...(ids.get(to) ?? []), id]);
        setTimeout(done, Math.random() * 60);
      });
    },
  });
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return { ids, stop: () => new Promise<void>((stopped) => server.close(() => stopped())) };
}

test('MAIL-15 over 15 kills, each mail that was requested is delivered, each repeated one has the same Message-ID, and each start is ready within 10 s', async () => {
  const data = await mkdtemp(join(tmpdir(), 'homie-mail-kills-'));
  const { databaseUrl, drop } = await createScratchDatabase({ migrationsDir });
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await createDataFolder(data);
  const { publishableKey } = JSON.parse(await readFile(join(data, 'secrets.json'), 'utf8')) as {
    publishableKey: string;
  };
  await sql`
    insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
    select gen_random_uuid(), 'known-' || number || '@example.org', now(), '{}', '{}'
    from generate_series(0, ${ROUNDS * REQUESTS - 1}) as number`;
  const port = await freePort();
  const mailServer = await startMailServer(port);
  let undisturbed: number | undefined;
  const start = async () => {
    const startedAt = performance.now();
    const server = await startServerProcess({
      DATABASE_URL: databaseUrl,
      HOMIE_DATA: data,
      HOMIE_TRUSTED_PROXIES: '127.0.0.1',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'no-reply@homie.example',
    });
    const took = performance.now() - startedAt;
    // The first start, after no kill: the machine may be busy.
    undisturbed ??= took;
    expect(took).toBeLessThan(Math.max(READY_WITHIN_MS, 4 * undisturbed));
    return server;
  };
  const accepted: string[] = [];
  const request = async (
    url: string,
    number: number,
    path: string,
    body: { email: string; password?: string },
  ) => {
    const response = await fetch(`${url}/auth/v1/${path}`, {
      method: 'POST',
      headers: {
        apikey: publishableKey,
        'content-type': 'application/json',
        'x-forwarded-for': `10.0.${number >> 8}.${number & 255}`,
      },
      body: JSON.stringify(body),
    });
    if (response.status === 200) accepted.push(body.email);
  };

  for (let round = 0; round < ROUNDS; round++) {
    const server = await start();
    const requests = Array.from({ length: REQUESTS }, (_, index) => {
      const number = round * REQUESTS + index;
      const email = `new-${number}@example.org`;
      return [
        request(server.url, number, 'signup', { email, password: 'Passw0rd!kills' }),
        request(server.url, number, 'recover', { email: `known-${number}@example.org` }),
      ];
    });
    const settled = Promise.allSettled(requests.flat());
    // At any response, while the mails of earlier ones are delivered.
    const enough = accepted.length + Math.floor(Math.random() * 2 * REQUESTS);
    await Promise.race([settled, vi.waitUntil(() => accepted.length > enough, PATIENCE)]);
    await delay(Math.random() * 100);
    await server.end('SIGKILL');
    await settled;
  }

  const last = await start();
  await vi.waitUntil(async () => (await sql`select from embedded.outbox`).length === 0, {
    ...PATIENCE,
    timeout: 120_000,
  });
  await last.end('SIGTERM');
  await mailServer.stop();
  const received = [...mailServer.ids].filter(([, ids]) => new Set(ids).size === 1);
  expect(received.map(([to]) => to)).toEqual(expect.arrayContaining(accepted));
  expect(received).toHaveLength(mailServer.ids.size);
  // Otherwise the kills were too early.
  expect(accepted.length).toBeGreaterThan(ROUNDS);
  await sql.end();
  await drop();
  await rm(data, { recursive: true, force: true, maxRetries: 10 });
}, 1_200_000);
