import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTextReader } from '../../../apps/server/src/gateways/pages/text-reader.ts';
import {
  CONTRACT_STORAGE_URL,
  startStorageServer,
} from '../../../apps/server/src/testing/index.ts';
import { publish } from '../manifest/revisions.mjs';
import { storeRelease } from '../testing/store-release.mjs';
import { createSupabaseStore, transport } from './supabase-store.mjs';

const BUCKET = CONTRACT_STORAGE_URL ? `releases-${Date.now()}` : 'releases';
/** @type {import('../../../apps/server/src/testing/index.ts').TestServer} */
let server;
/** @type {import('./release-store.mjs').ReleaseStore} */
let store;
beforeAll(async () => {
  server = await startStorageServer();
  store = createSupabaseStore({ url: server.url, bucket: BUCKET }, server.secretKey);
  await store.prepare();
  await store.prepare();
});
afterAll(() => server.stop());

/** @param {string} path */
const text = async (path) => (await store.read(path))?.toString('utf8');

describe('a release store in Supabase Storage', () => {
  test('creates a file for one of many concurrent writers, with its bytes', async () => {
    for (const path of ['environments/staging/revisions/7.json', 'environments/one.json']) {
      const bodies = Array.from({ length: 6 }, (_, index) => String(index).repeat(50_000));
      const won = await Promise.all(bodies.map((body) => store.create(path, body)));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await text(path)).toBe(bodies[won.indexOf(true)]);
    }
  });

  test('replaces, lists and removes files, and reports missing ones', async () => {
    await store.replace('environments/a/remotes.json', '1');
    await store.replace('environments/a/remotes.json', '2');
    expect(await text('environments/a/remotes.json')).toBe('2');
    expect(await store.list('environments/a')).toEqual(['remotes.json']);
    await store.remove(['environments/a/remotes.json']);
    expect(await text('environments/a/remotes.json')).toBeUndefined();
    expect(await store.list('environments/a')).toEqual([]);
  });

  test('creates a folder once, its record last, and completes an interrupted one', async () => {
    const files = new Map([
      ['release.json', '{}'],
      ['entry.js', 'export {}'],
      ['assets/part.js', 'export {}'],
    ]);
    await store.create('remotes/chat/1/entry.js', 'export {}');
    expect(await store.createFolder('remotes/chat/1', files, 'release.json')).toBe(true);
    expect(await store.createFolder('remotes/chat/1', files, 'release.json')).toBe(false);
    expect((await store.listAll('remotes/chat/1')).sort()).toEqual([...files.keys()].sort());
    expect(await store.list('remotes/chat')).toEqual(['1']);
  });

  test('lists more than a page', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `${index}.json`);
    await Promise.all(names.map((name) => store.create(`many/${name}`, '{}')));
    const { url } = server;
    const leafing = createSupabaseStore({ url, bucket: BUCKET, page: 3 }, server.secretKey);
    expect((await leafing.list('many')).sort()).toEqual(names);
  });

  test('REL-10 serves a script that was created exclusively as a script', async () => {
    await store.create('remotes/audit/1/entry.js', 'export const is = 1');
    const script = await fetch(store.address('remotes/audit/1/entry.js'));
    expect(await script.text()).toBe('export const is = 1');
    expect(script.headers.get('content-type')).toMatch(/^text\/javascript/);
  });

  // The gateway of a project adds these headers, not its storage service, which contract tests call alone.
  test.skipIf(CONTRACT_STORAGE_URL)(
    'serves scripts to pages of any origin, with versions cached for ever',
    async () => {
      await store.create('remotes/audit/2/entry.js', 'export {}');
      const script = await fetch(store.address('remotes/audit/2/entry.js'), {
        headers: { origin: 'https://elsewhere.example' },
      });
      expect(script.headers.get('access-control-allow-origin')).toBe('*');
      expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(script.headers.get('cache-control')).toContain('immutable');
      await store.replace('environments/b/remotes.json', '{}');
      const manifest = await fetch(store.address('environments/b/remotes.json'));
      expect(manifest.headers.get('cache-control')).toBe('no-store');
    },
  );

  test('publishes by compare-and-swap like a folder store', async () => {
    const environment = { name: 'staging', store };
    /** @param {string} name of the remote */
    const put = async (name) => {
      const release = await storeRelease(store, name, '3');
      return publish(
        environment,
        { command: 'release', summary: name, remotes: [name], by: 'Ada' },
        ({ remotes }) => ({ remotes: { ...remotes, [name]: release } }),
      );
    };
    await store.remove(['environments/staging/revisions/7.json']);
    await Promise.all([put('chat'), put('admin'), put('audit')]);
    const { remotes, revision } = JSON.parse(
      String(await text('environments/staging/remotes.json')),
    );
    expect([revision, Object.keys(remotes).sort()]).toEqual([3, ['admin', 'audit', 'chat']]);
    // Reads without a key, as our server does.
    const read = createTextReader();
    const served = await read(store.address('environments/staging/remotes.json'));
    expect(JSON.parse(String(served))).toMatchObject({ revision: 3 });
    expect(await read(store.address('environments/nowhere/remotes.json'))).toBeUndefined();
  });
});

describe('clients without the service key', () => {
  const clients = async () => {
    const { email, password } = await server.createUser('somebody@example.test');
    const { accessToken } = await server.signIn(email, password);
    return [server.publishableKey, accessToken].map(
      (token) =>
        createClient(server.url, server.publishableKey, {
          auth: { persistSession: false },
          realtime: { transport },
          global: { headers: { Authorization: `Bearer ${token}` } },
        }).storage,
    );
  };

  test('cannot write, replace, remove or list releases, or read the records', async () => {
    const manifest = 'environments/c/remotes.json';
    await store.replace(manifest, 'ours');
    await store.replace('environments/c/revisions/1.json', 'ours');
    for (const storage of await clients()) {
      const bucket = storage.from(BUCKET);
      expect((await bucket.upload('remotes/chat/2/entry.js', 'theirs')).error).not.toBeNull();
      expect((await bucket.upload(manifest, 'theirs', { upsert: true })).error).not.toBeNull();
      expect((await bucket.update(manifest, 'theirs')).error).not.toBeNull();
      await bucket.remove([manifest]);
      expect((await bucket.move(manifest, 'environments/d.json')).error).not.toBeNull();
      expect((await bucket.list('environments')).data ?? []).toEqual([]);
      expect((await storage.createBucket('theirs')).error).not.toBeNull();
      const records = storage.from(`${BUCKET}-records`);
      const record = 'environments/c/revisions/1.json';
      expect((await records.download(record)).error).not.toBeNull();
      expect((await fetch(records.getPublicUrl(record).data.publicUrl)).ok).toBe(false);
      expect(await text(manifest)).toBe('ours');
    }
    expect(await text('remotes/chat/2/entry.js')).toBeUndefined();
  });
});
