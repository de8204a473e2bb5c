import { afterEach, expect, test, vi } from 'vitest';
import { createSupabaseStore } from './supabase-store.mjs';

afterEach(() => vi.unstubAllGlobals());

/** Storage as a hosted project has it: of concurrent uploads of one path several are accepted, of moves to it, one. */
function createStorage() {
  /** @type {Map<string, string>} */
  const files = new Map();
  /** @type {Set<string | null>} */
  const types = new Set();
  /** @param {string} address @param {{ method?: string, body?: any, headers?: HeadersInit }} request */
  const respond = async (address, { method, body, headers }) => {
    const [, path = ''] = /\/object\/(.*)$/.exec(address) ?? [];
    if (method === 'DELETE') {
      for (const name of JSON.parse(body).prefixes) files.delete(`${path}/${name}`);
      return Response.json([]);
    }
    if (path !== 'move') {
      files.set(path, await new Response(body).text());
      types.add(new Headers(headers).get('content-type'));
      return Response.json({ Id: path, Key: path });
    }
    const { bucketId, sourceKey, destinationKey } = JSON.parse(body);
    const [from, to] = [`${bucketId}/${sourceKey}`, `${bucketId}/${destinationKey}`];
    if (files.has(to)) {
      const conflict = { statusCode: '409', error: 'Duplicate', message: 'Already exists' };
      return Response.json(conflict, { status: 400 });
    }
    files.set(to, files.get(from) ?? '');
    files.delete(from);
    return Response.json({ message: 'Successfully moved' });
  };
  return { files, types, respond };
}

test('REL-10 one of many concurrent writers creates a file in a storage that accepts all their uploads', async () => {
  const { files, types, respond } = createStorage();
  vi.stubGlobal('fetch', respond);
  const store = createSupabaseStore({ url: 'https://x.example', bucket: 'releases' }, 'key');
  const path = 'environments/staging/revisions/7.json';
  const bodies = Array.from({ length: 6 }, (_, index) => String(index));
  const won = await Promise.all(bodies.map((body) => store.create(path, body)));
  expect(won.filter(Boolean)).toHaveLength(1);
  expect([...files]).toEqual([[`releases-records/${path}`, bodies[won.indexOf(true)]]]);
  expect([...types]).toEqual(['application/json']);
});

test('REL-10 one of three concurrent releases creates the folder of a version', async () => {
  const { files, respond } = createStorage();
  vi.stubGlobal('fetch', respond);
  const store = createSupabaseStore({ url: 'https://x.example', bucket: 'releases' }, 'key');
  const folder = 'remotes/chat/1';
  /** @param {string} by */
  const createFiles = (by) =>
    new Map([
      ['release.json', by],
      ['entry.js', 'export {}'],
    ]);
  const people = ['Ada', 'Ben', 'Cleo'];
  const won = await Promise.all(
    people.map((by) => store.createFolder(folder, createFiles(by), 'release.json')),
  );
  expect(won.filter(Boolean)).toHaveLength(1);
  expect(Object.fromEntries(files)).toEqual({
    [`releases/${folder}/release.json`]: people[won.indexOf(true)],
    [`releases/${folder}/entry.js`]: 'export {}',
  });
});
