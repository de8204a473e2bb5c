// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryCaches } from '../testing/memory-caches';
import { readStored } from './stored-revision';
import { storeRevision, type RunningPage } from './store-revision';

const ORIGIN = 'http://localhost:3000';
const ENTRY = '/remotes/chat/2.0.0-aa/entry.js';
const META = '/assets/shell-files-1.json sha256-list';
const MAP = '{"integrity":{}}';
const HEAD = `<meta name="shell-files" content="${META}"><script type="importmap">${MAP}</script>`;
const ENVIRONMENT = {
  productName: 'Homie',
  demoMode: false,
  supabaseUrl: '',
  publishableKey: 'key',
  features: { webResearch: false },
  offlineStart: true,
};

/** Responses of the server, by path. */
let server: Record<string, () => Response>;
let requested: [path: string, integrity: string | undefined][];
const register = vi.fn<() => Promise<object>>(async () => ({ active: null }));

const release = { version: '2.0.0-aa', entry: ENTRY, requires: {}, contributions: {} };
function createPage(more: object = {}) {
  const resolution = { ...release, name: 'chat', status: 'resolved', source: 'rollout', ...more };
  return {
    document,
    remotes: {
      status: () => 'ready',
      composition: { getState: () => ({ resolutions: [resolution] }) },
    },
    integrity: { getScripts: (entry: string) => ({ [entry]: 'sha256-entry' }) },
  } as unknown as RunningPage;
}

/** Returns the paths in the cache that the app starts from. */
async function listStored() {
  const stored = await readStored(caches);
  if (!stored) return null;
  const requests = await (await caches.open(stored.cache)).keys();
  return requests.map(({ url }) => url.slice(ORIGIN.length)).toSorted();
}

beforeEach(() => {
  document.head.innerHTML = HEAD;
  requested = [];
  register.mockClear();
  server = {
    '/app': () => new Response(HEAD),
    '/environment.json': () => Response.json(ENVIRONMENT),
    '/remotes.json': () =>
      Response.json({ revision: 7, remotes: { chat: { version: '1', rollouts: [{ release }] } } }),
    '/assets/shell-files-1.json': () => Response.json({ '/assets/a.js': 'sha256-a' }),
  };
  vi.stubGlobal('caches', createMemoryCaches(ORIGIN));
  vi.stubGlobal('fetch', async (address: string, options?: RequestInit) => {
    const { pathname, search } = new URL(address, ORIGIN);
    requested.push([pathname + search, options?.integrity]);
    return server[pathname]?.() ?? new Response('code');
  });
  Object.assign(navigator, {
    locks: { request: async (_: string, run: () => unknown) => run() },
    serviceWorker: { register },
  });
});
afterEach(() => vi.unstubAllGlobals());

test('INSTANT-15 stores pages, settings and files of one revision, each file with its hash, and then registers the worker', async () => {
  await storeRevision(createPage());
  expect(await listStored()).toEqual(
    [
      '/app',
      '/app?conversation=',
      '/assets/a.js',
      '/environment.json',
      ENTRY,
      '/remotes.json',
    ].toSorted(),
  );
  expect(requested).toContainEqual(['/assets/shell-files-1.json', 'sha256-list']);
  expect(requested).toContainEqual(['/assets/a.js', 'sha256-a']);
  expect(requested).toContainEqual([ENTRY, 'sha256-entry']);
  expect(register).toHaveBeenCalledWith('/service-worker.js', { updateViaCache: 'none' });
});

test('INSTANT-15 stores the manifest as it was resolved for this person', async () => {
  await storeRevision(createPage());
  const { cache = '' } = (await readStored(caches)) ?? {};
  const manifest = await (await caches.match('/remotes.json', { cacheName: cache }))?.json();
  expect(manifest).toEqual({ revision: 7, remotes: { chat: release } });
});

test('INSTANT-15 retains the stored revision until the next one is complete, and continues an interrupted one', async () => {
  await storeRevision(createPage());
  const first = await readStored(caches);
  server['/remotes.json'] = () => Response.json({ revision: 8, remotes: {} });
  server[ENTRY] = () => new Response(null, { status: 503 });
  await expect(storeRevision(createPage())).rejects.toThrow('answered 503');
  expect(await readStored(caches)).toEqual(first);
  requested = [];
  delete server[ENTRY];
  await storeRevision(createPage());
  expect((await readStored(caches))?.cache).not.toBe(first?.cache);
  expect(requested.map(([path]) => path)).not.toContain('/assets/a.js');
});

test('INSTANT-15 stores a revision once', async () => {
  await storeRevision(createPage());
  requested = [];
  await storeRevision(createPage());
  expect(requested.map(([path]) => path)).toEqual([
    '/app',
    '/app?conversation=',
    '/environment.json',
    '/remotes.json',
  ]);
});

test('INSTANT-15 stores a revision again whose cache the browser or the user deleted', async () => {
  await storeRevision(createPage());
  const all = await listStored();
  const { cache = '' } = (await readStored(caches)) ?? {};
  await caches.delete(cache);
  await storeRevision(createPage());
  expect(await listStored()).toEqual(all);
});

test.each<[string, object, Record<string, string>]>([
  ['an override', { source: 'override' }, {}],
  ['a remote of another origin', { entry: 'https://cdn.example/chat/entry.js' }, {}],
  ['a remote that this page cannot run', { status: 'incompatible' }, {}],
  ['a page with other releases', {}, { '/app': HEAD.replace('integrity', 'other') }],
  ['a page of another shell', {}, { '/app': HEAD.replace('files-1', 'files-2') }],
  [
    'an environment that no longer allows it',
    {},
    { '/environment.json': JSON.stringify({ ...ENVIRONMENT, offlineStart: false }) },
  ],
])('INSTANT-15 does not store %s', async (_, resolution, answers) => {
  for (const [path, text] of Object.entries(answers)) server[path] = () => new Response(text);
  await storeRevision(createPage(resolution));
  expect(await listStored()).toBeNull();
  expect(register).not.toHaveBeenCalled();
});
