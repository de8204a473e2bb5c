import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createPostgresCluster,
  freePort,
  PATIENCE,
  startServerProcess,
  type PostgresCluster,
  type ServerProcess,
} from '@homie/server/testing';
import { ChatClient } from './support/chat-client.ts';
import { processAt } from './support/process-at.ts';
import { startPgBouncer, startProxy, type ProxyName } from './support/start-proxy.ts';
import { getTurnId, joinText } from './support/stream-reading.ts';

const PROXIES: readonly ProxyName[] = ['nginx', 'caddy', 'haproxy', 'apache'];
/** An address that a visitor claims. */
const CLAIMED = '192.0.2.66';
const MB = 1024 ** 2;

// Systems other than Debian have no packages for all of these programs. Continuous integration fails without them.
describe.skipIf(!process.env['HOMIE_TEST_PROXIES'])(
  'OPS-05 what operators put around the server',
  () => {
    let cluster: PostgresCluster;
    let sql: postgres.Sql;
    let dataDir: string;
    let port: number;
    let ports: [number, number];
    let key: string;
    let servers: ServerProcess[] = [];
    const around: { stop(): Promise<void> }[] = [];

    const start = (index: 0 | 1, databaseUrl = cluster.url) =>
      startServerProcess({
        PORT: String(ports[index]),
        DATABASE_URL: databaseUrl,
        HOMIE_DATA: dataDir,
        HOMIE_SEED: 'true',
        HOMIE_SITE_URL: `http://127.0.0.1:${port}`,
        HOMIE_TRUSTED_PROXIES: '127.0.0.1',
        // A reply takes longer than these tests, so that none finishes before it is stopped.
        DEMO_DELAY_MS: '2000',
      });
    const url = () => `http://127.0.0.1:${port}`;

    beforeAll(async () => {
      cluster = await createPostgresCluster();
      dataDir = await mkdtemp(join(tmpdir(), 'homie-proxies-'));
      port = await freePort();
      ports = [await freePort(), await freePort()];
      sql = postgres(cluster.url, { max: 1, onnotice: () => {}, backoff: () => 0.1 });
      servers = [await start(0), await start(1)];
      const secrets = await readFile(join(dataDir, 'secrets.json'), 'utf8');
      ({ publishableKey: key } = JSON.parse(secrets) as { publishableKey: string });
    });
    afterEach(async () => {
      for (const started of around.splice(0)) await started.stop();
    });
    afterAll(async () => {
      await Promise.all(servers.map((server) => server.end('SIGKILL')));
      await sql.end();
      await cluster.remove();
      await rm(dataDir, { recursive: true, force: true });
    });

    /** Signs in, starts a conversation, sends, stops the reply while it is written, and uploads. */
    async function doTheMainJob(base: string): Promise<ChatClient> {
      const signedIn = await fetch(`${base}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: key, 'x-forwarded-for': CLAIMED },
        body: JSON.stringify({ email: 'worker@secondhomie.example', password: 'homie-demo-2026' }),
      });
      const session = (await signedIn.json()) as { access_token: string; user: { id: string } };
      const person = new ChatClient(
        processAt(base, key),
        { accessToken: session.access_token, refreshToken: '', userId: session.user.id },
        'worker@secondhomie.example',
      );
      const [assistant] = (await (await person.rest('assistants?select=id&limit=1')).json()) as {
        id: string;
      }[];
      const conversationId = await person.startConversation(
        assistant?.id ?? '',
        crypto.randomUUID(),
      );
      const started = await person.send(conversationId, { content: 'Hello', leaveAfter: 4 });
      expect(joinText(started)).not.toBe('');
      const turnId = getTurnId(started);
      // A proxy that collects a response delivers it when the reply is complete, and nothing is left to stop.
      const reading = person.resume(conversationId, turnId);
      await person.call('POST', `/conversations/${conversationId}/stop`, { turnId });
      expect((await reading).at(-1)).toMatchObject({ event: 'final', data: { stopped: true } });
      return person;
    }

    test.each(PROXIES)(
      '%s: the main job, addresses of visitors, limits and private paths',
      async (name) => {
        around.push(await startProxy(name, port, ports));
        const person = await doTheMainJob(url());
        const [session] = await sql`
      select host(ip) as address from auth.sessions where user_id = ${person.userId} order by created_at desc limit 1`;
        expect(session?.['address']).toBe('127.0.0.1');

        const post = (bytes: number) =>
          fetch(`${url()}/storage/v1/object/files/a`, {
            method: 'POST',
            headers: { apikey: key, authorization: person.authorization },
            body: new Uint8Array(bytes),
          });
        // Refused by the server, which has read it.
        expect(await (await post(24 * MB)).json()).toMatchObject({ error: expect.any(String) });
        for (const path of ['/readyz', '/_mailbox', '/_mailbox.json'])
          expect((await fetch(url() + path)).status).toBe(404);
      },
    );

    test.each(PROXIES)(
      'OPS-02 %s: without a database, pages and /healthz are served, and calls get 503 with Retry-After',
      async (name) => {
        around.push(await startProxy(name, port, ports));
        await cluster.stop();
        for (let round = 0; round < 10; round += 1) {
          const call = await fetch(`${url()}/auth/v1/token?grant_type=password`, {
            method: 'POST',
            headers: { apikey: key },
            body: JSON.stringify({
              email: 'worker@secondhomie.example',
              password: 'homie-demo-2026',
            }),
          });
          expect(call.status).toBe(503);
          expect(call.headers.get('retry-after')).toBe('1');
          expect(await call.json()).toMatchObject({ error_code: 'unavailable' });
          expect((await fetch(`${url()}/healthz`)).status).toBe(200);
          expect((await fetch(`${url()}/`)).status).toBe(200);
        }
        await cluster.start();
        await vi.waitUntil(
          async () => (await fetch(`${url()}/auth/v1/settings`, { headers: { apikey: key } })).ok,
          PATIENCE,
        );
      },
    );

    test.each(PROXIES)('%s: nobody notices that one of two processes was killed', async (name) => {
      around.push(await startProxy(name, port, ports));
      await servers[0]?.end('SIGKILL');
      for (let round = 0; round < 20; round += 1)
        expect((await fetch(`${url()}/healthz`)).status).toBe(200);
      servers[0] = await start(0);
    });

    test.each([
      ['session', 0],
      ['transaction', 1],
    ] as const)(
      'PgBouncer in %s mode: the main job; the start warns if connections are shared',
      async (mode, warnings) => {
        const pooler = await startPgBouncer(cluster.url, await freePort(), { pool_mode: mode });
        around.push(pooler);
        await servers[0]?.end('SIGTERM');
        const server = await start(0, pooler.databaseUrl);
        servers[0] = server;
        const warned = server.output().split('A pooler shares connections between transactions');
        expect(warned).toHaveLength(warnings + 1);
        await doTheMainJob(server.url);
        await server.end('SIGTERM');
        servers[0] = await start(0);
      },
    );
  },
);
