import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import {
  copyDataFolder,
  createPostgresCluster,
  PATIENCE,
  startBackend,
} from '@homie/server/testing';
import { ChangeStream } from './support/change-stream.ts';
import { startConversationsServer } from './support/conversations-server.ts';
import { ScriptedProvider } from './support/scripted-provider.ts';
import { readEvents, joinText } from './support/stream-reading.ts';

const root = resolve(import.meta.dirname, '../../..');
const HOUR = 3_600_000;

test('a server that shuts down lets a running reply finish, ends change streams, and accepts no new requests', async () => {
  const provider = new ScriptedProvider();
  const server = await startConversationsServer({ dependencies: { provider }, repliesMs: HOUR });
  const { person, conversationId } = await server.personInConversation();
  const changes = await ChangeStream.open(person);
  await changes.until(({ event }) => event === 'ready');
  const sending = await person.post({
    endpoint: `/conversations/${conversationId}/stream`,
    method: 'POST',
    body: { content: 'Hi', idempotencyKey: crypto.randomUUID() },
  });
  const reply = await provider.reply();
  reply.start().write('Half a reply, ');

  const stopping = server.stop();
  // The change stream ends: its client reconnects to another process.
  while (await changes.next());
  await vi.waitFor(async () => {
    await expect(fetch(`${server.server.url}/healthz`)).rejects.toThrow('fetch failed');
  }, PATIENCE);
  reply.write('and the rest').finish();
  const events = await readEvents(sending);
  expect(joinText(events)).toBe('Half a reply, and the rest');
  expect(events.at(-1)).toMatchObject({ event: 'final' });
  await stopping;
});

describe('readiness', () => {
  async function start(dataDir: string, more: object = {}) {
    return startBackend({
      host: '127.0.0.1',
      port: 0,
      dataDir,
      migrationsDir: join(root, 'supabase/migrations'),
      static: { shellDir: dataDir, remotesDir: dataDir, manifestFile: join(dataDir, 'none') },
      ...more,
    });
  }
  const send = async (url: string, path: string) => {
    const response = await fetch(url + path);
    return [response.status, await response.json()];
  };
  const ok = { database: 'ok', migrations: 'ok', storage: 'ok' };

  test('fails without the data folder, and fails first of all on shutdown', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'homie-ready-'));
    await copyDataFolder(dataDir);
    const { url, shutDown, hurry } = await start(dataDir, { drainMs: HOUR });
    expect(await send(url, '/readyz')).toEqual([200, { status: 'ready', checks: ok }]);
    // Simulates a missing mount.
    await rename(join(dataDir, 'storage'), join(dataDir, 'away'));
    expect(await send(url, '/readyz')).toEqual([
      503,
      { status: 'not ready', checks: { ...ok, storage: 'failed' } },
    ]);
    await rename(join(dataDir, 'away'), join(dataDir, 'storage'));
    const stopped = shutDown();
    expect(await send(url, '/readyz')).toEqual([503, { status: 'draining', checks: ok }]);
    expect(await send(url, '/healthz')).toEqual([200, { status: 'ok' }]);
    hurry();
    await stopped;
    await rm(dataDir, { recursive: true, force: true });
  });

  test('fails without the database and recovers with it, while the process stays healthy', async () => {
    const cluster = await createPostgresCluster();
    const dataDir = await mkdtemp(join(tmpdir(), 'homie-ready-'));
    const { url, shutDown } = await start(dataDir, { databaseUrl: cluster.url });
    await cluster.stop();
    expect(await send(url, '/readyz')).toMatchObject([503, { checks: { database: 'failed' } }]);
    expect(await send(url, '/healthz')).toEqual([200, { status: 'ok' }]);
    await cluster.start();
    await vi.waitFor(
      async () => expect(await send(url, '/readyz')).toMatchObject([200, { status: 'ready' }]),
      PATIENCE,
    );
    await shutDown();
    await cluster.remove();
    await rm(dataDir, { recursive: true, force: true });
  });
});
