import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMemoryCaches } from '../testing/memory-caches';
import { readStored, setStored } from './stored-revision';
import { createOfflineWorker } from './worker';

const ORIGIN = 'https://homie.example';
const ENTRY = '/remotes/chat/2.0.0-aa/entry.js';
const CHUNK = `${ORIGIN}/remotes/chat/2.0.0-aa/part.js`;

/** A page of the server whose import map names these entries. */
const pageWith = (...entries: string[]) =>
  new Response(`<script type="importmap">${JSON.stringify(entries)}</script>`);

/** The open pages, by id. */
let open: string[];
/** Pages that the worker opened again: id and address. */
let navigated: string[];
let caches: CacheStorage;
let server: ReturnType<typeof vi.fn<(request: Request | string) => Promise<Response>>>;
let worker: ReturnType<typeof createOfflineWorker>;

function start() {
  worker = createOfflineWorker({
    origin: ORIGIN,
    caches,
    clients: {
      matchAll: async () => open.map((id) => ({ id })),
      get: async (id) => ({
        id,
        url: `${ORIGIN}/app?conversation=2`,
        navigate: async (address) => navigated.push(`${id} ${address}`),
      }),
    },
    navigator: {
      locks: { request: async (_: string, run: () => unknown) => run() } as unknown as LockManager,
    },
    fetch: server,
  });
}

/** Stores a revision whose files all have this text. */
async function store(revision: string, entries = [ENTRY]) {
  const cache = await caches.open(`homie.offline.${revision}`);
  for (const file of ['/app', '/environment.json', '/remotes.json', CHUNK])
    await cache.put(file, new Response(revision));
  await setStored(caches, { cache: `homie.offline.${revision}`, entries });
}

interface Sent {
  mode?: string;
  cache?: string;
  method?: string;
  /** The id of the page, or of the new page of a navigation. */
  from?: string;
  preloadResponse?: Promise<Response>;
  /** Is called when the worker has responded. */
  onResponse?: () => void;
}

/** Sends a request through the worker. @returns its text; 'not intercepted' if the worker does not respond */
async function send(
  address: string,
  {
    mode = 'cors',
    cache = 'default',
    method = 'GET',
    from = '',
    onResponse,
    ...preload
  }: Sent = {},
) {
  const isNavigation = mode === 'navigate';
  let response: Promise<Response> | undefined;
  const work: Promise<unknown>[] = [];
  worker.fetch({
    request: { url: new URL(address, ORIGIN).href, mode, cache, method } as Request,
    clientId: isNavigation ? '' : from,
    resultingClientId: isNavigation ? from : '',
    ...preload,
    respondWith: (given) => (response = given),
    waitUntil: (given) => work.push(given),
  });
  if (!response) return 'not intercepted';
  const text = await (await response).text();
  onResponse?.();
  await Promise.all(work);
  return text;
}

const navigate = (from: string, address = '/app?conversation=1') =>
  send(address, { mode: 'navigate', from });
const offline = () => server.mockRejectedValue(new TypeError('Failed to fetch'));

beforeEach(() => {
  open = [];
  navigated = [];
  caches = createMemoryCaches(ORIGIN);
  server = vi.fn<(request: Request | string) => Promise<Response>>(async () => pageWith(ENTRY));
  start();
});
afterEach(() => void vi.useRealTimers());

describe('the stored revision', () => {
  test('INSTANT-14 starts at every address of the app while the server cannot be reached, and not before', async () => {
    await store('one');
    expect(await navigate('a')).toContain(ENTRY);
    offline();
    for (const address of ['/app', '/admin/users', '/auth/sign-in'])
      expect(await navigate('b', address)).toBe('one');
    await setStored(caches, null);
    await expect(navigate('c')).rejects.toThrow('Failed to fetch');
  });

  test('INSTANT-57 starts a conversation with its own page, and without one as everything else', async () => {
    await store('one');
    offline();
    expect(await navigate('a')).toBe('one');
    const cache = await caches.open('homie.offline.one');
    await cache.put('/app?conversation=', new Response('with its screen'));
    expect(await navigate('b', '/app?conversation=1&message=2')).toBe('with its screen');
    expect(await navigate('c', '/app?message=2')).toBe('one');
  });

  test('INSTANT-52 starts if the request that the browser sent first resolved to an error, as in Firefox', async () => {
    await store('one');
    const preloadResponse = Promise.resolve(Response.error());
    expect(await send('/app', { mode: 'navigate', from: 'a', preloadResponse })).toBe('one');
  });

  test('INSTANT-14 starts if the server does not respond within 8 seconds', async () => {
    vi.useFakeTimers();
    await store('one');
    server.mockReturnValue(new Promise(() => undefined));
    const page = navigate('a');
    await vi.advanceTimersByTimeAsync(7_900);
    expect(await Promise.race([page, 'waiting'])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(200);
    expect(await page).toBe('one');
  });

  test.each([
    ['data', '/rest/v1/conversations', {}],
    ['a function', '/functions/v1/conversations', { method: 'POST' }],
    ['a session', '/auth/v1/user', {}],
    ['a stored file', '/storage/v1/object/a.pdf', { mode: 'navigate' }],
    ['the landing page', '/', { mode: 'navigate' }],
    ['another origin', 'https://cdn.example/remotes/chat/1/entry.js', {}],
  ])('INSTANT-21 does not intercept %s', async (_, address, request) => {
    await store('one');
    expect(await send(address, request)).toBe('not intercepted');
  });
});

describe('INSTANT-15 a page', () => {
  test('from a revision starts with all files of that one, also if another is stored in the meantime', async () => {
    await store('one');
    offline();
    await navigate('a');
    await store('two');
    server.mockImplementation(async () => new Response('server'));
    for (const address of ['/environment.json', '/remotes.json', CHUNK])
      expect(await send(address, { from: 'a' })).toBe('one');
    expect(await send('/remotes.json', { from: 'a', cache: 'no-store' })).toBe('server');
  });

  test('from a revision stays on it after the browser stopped the worker', async () => {
    await store('one');
    offline();
    await navigate('a');
    await store('two');
    start();
    expect(await send(CHUNK, { from: 'a' })).toBe('one');
  });

  test('from the server gets everything from the server, and a released file that does not arrive from the device', async () => {
    await store('one');
    await navigate('a');
    server.mockImplementation(async () => new Response('server'));
    for (const address of ['/environment.json', '/remotes.json', CHUNK])
      expect(await send(address, { from: 'a' })).toBe('server');
    offline();
    expect(await send(CHUNK, { from: 'a' })).toBe('one');
    for (const address of ['/environment.json', '/remotes.json'])
      await expect(send(address, { from: 'a' })).rejects.toThrow('Failed to fetch');
  });

  test('of a browser that does not name new pages starts with one revision', async () => {
    await store('one');
    offline();
    await navigate('');
    await store('two');
    expect(await send('/remotes.json', { from: 'a' })).toBe('one');
  });
});

describe('INSTANT-17 a revision', () => {
  const names = async () => (await caches.keys()).toSorted();

  test('is deleted at the next contact if the server does not name its release any more', async () => {
    await store('one');
    server.mockImplementation(async () => pageWith('/remotes/chat/1.0.0-bb/entry.js'));
    await navigate('a');
    expect(await readStored(caches)).toBeNull();
    expect(await names()).toEqual(['homie.offline']);
    offline();
    await expect(navigate('b')).rejects.toThrow('Failed to fetch');
  });

  test('is deleted when an open page checks for new versions', async () => {
    await store('one');
    await worker.check();
    expect(await readStored(caches)).not.toBeNull();
    server.mockImplementation(async () => pageWith('/remotes/chat/1.0.0-bb/entry.js'));
    await worker.check();
    expect(await readStored(caches)).toBeNull();
  });

  test('stays while the server names its release as a fallback, or has an error', async () => {
    await store('one');
    server.mockImplementation(async () => pageWith('/remotes/chat/3.0.0-cc/entry.js', ENTRY));
    await navigate('a');
    server.mockImplementation(async () => new Response('"importmap"', { status: 500 }));
    await navigate('b');
    expect((await readStored(caches))?.cache).toBe('homie.offline.one');
  });

  test('that a page was started from is deleted once that page is closed', async () => {
    await store('one');
    offline();
    open = ['a'];
    await navigate('a');
    await store('two');
    await worker.deleteUnused();
    expect(await names()).toEqual(['homie.offline', 'homie.offline.one', 'homie.offline.two']);
    expect(await send(CHUNK, { from: 'a' })).toBe('one');
    open = [];
    await worker.deleteUnused();
    expect(await names()).toEqual(['homie.offline', 'homie.offline.two']);
  });

  test('that was never completed is deleted, and no other cache', async () => {
    await store('one');
    await caches.open('homie.offline.two');
    await caches.open('other');
    await worker.deleteUnused();
    expect(await names()).toEqual(['homie.offline', 'homie.offline.one', 'other']);
  });
});

describe('INSTANT-59 a page', () => {
  const PAGE = `<script type="importmap">["${ENTRY}"]</script>`;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date', 'performance'] });
    await storePage('one', PAGE);
  });

  async function storePage(revision: string, page: string) {
    await store(revision);
    await (await caches.open(`homie.offline.${revision}`)).put('/app', new Response(page));
  }

  interface Visit {
    address?: string;
    cache?: string;
    /** Milliseconds until the server responds; 300 by default. */
    takes?: number;
    page?: string;
    status?: number;
    /** Whether the request that the browser sent first never settles. */
    isPreloadLost?: boolean;
  }

  /** Opens a page, and returns where it came from. */
  async function visit({ takes = 300, page = PAGE, address = '/app', ...other }: Visit = {}) {
    let hasResponded = false;
    const respond = async () => {
      await new Promise((resolve) => setTimeout(resolve, takes));
      hasResponded = true;
      return new Response(page, { status: other.status ?? 200 });
    };
    server.mockImplementation(respond);
    let source = '';
    const opening = send(address, {
      mode: 'navigate',
      from: 'a',
      preloadResponse: other.isPreloadLost ? new Promise(() => undefined) : respond(),
      onResponse: () => (source = hasResponded ? 'server' : 'device'),
      ...(other.cache === undefined ? {} : { cache: other.cache }),
    });
    await Promise.all([opening, vi.advanceTimersByTimeAsync(1_000 + takes)]);
    return source;
  }

  test('is the stored one at once, if the server confirmed that one slowly at the last visit', async () => {
    expect(await visit()).toBe('server');
    expect(await visit()).toBe('device');
    expect(await send('/remotes.json', { from: 'a' })).toBe('one');
    expect(await visit()).toBe('device');
    expect(navigated).toEqual([]);
  });

  test.each([
    ['the server was fast', { takes: 50 }],
    ['the page of the server has changed', { page: `${PAGE}<!-- changed -->` }],
  ])('waits for the server if at the last visit %s', async (_, last) => {
    await visit();
    expect(await visit(last)).toBe('device');
    expect(await visit()).toBe('server');
    expect(await visit(last)).toBe('device');
  });

  test.each([
    ['the user reloads it', { cache: 'no-cache' }],
    ['the user reloads it without the cache of the browser', { cache: 'reload' }],
    ['it has another address', { address: '/admin/users', page: `${PAGE}<!-- admin -->` }],
  ])('waits for the server if %s', async (_, next) => {
    await visit();
    expect(await visit(next)).toBe('server');
    expect(await visit()).toBe('device');
  });

  test('waits for the server if another revision was stored, and once every 12 hours', async () => {
    await visit();
    await storePage('two', PAGE);
    expect(await visit()).toBe('server');
    vi.setSystemTime(Date.now() + 12 * 3_600_000 - 5_000);
    expect(await visit()).toBe('device');
    vi.setSystemTime(Date.now() + 5_000);
    expect(await visit()).toBe('server');
    expect(await visit()).toBe('device');
  });

  test('waits for the server after the clock was set back', async () => {
    await visit();
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(await visit()).toBe('server');
  });

  test.each([
    ['was changed since', `${PAGE}<!-- changed -->`, 'homie.offline.one'],
    ['was withdrawn', '<script type="importmap">["/remotes/chat/1/entry.js"]</script>', undefined],
  ])('is opened again if what it was started from %s', async (_, page, left) => {
    await visit();
    expect(await visit({ page })).toBe('device');
    expect(navigated).toEqual([`a ${ORIGIN}/app?conversation=2`]);
    expect((await readStored(caches))?.cache).toBe(left);
    expect(await visit({ page })).toBe('server');
    expect(navigated).toHaveLength(1);
  });

  test('is compared in WebKit too, where the request that the browser sent first never settles then', async () => {
    await visit();
    const page = `${PAGE}<!-- changed -->`;
    expect(await visit({ page, isPreloadLost: true })).toBe('device');
    expect(navigated).toHaveLength(1);
    expect(await visit()).toBe('server');
    expect(await visit({ takes: 50, isPreloadLost: true })).toBe('device');
    expect(await visit()).toBe('server');
  });

  test('stays if the server needs longer than 3 seconds, and the next one waits for the server', async () => {
    await visit();
    expect(await visit({ page: `${PAGE}<!-- changed -->`, takes: 3_100 })).toBe('device');
    expect(navigated).toEqual([]);
    expect(await visit()).toBe('server');
  });

  test('is opened again if the server redirects it, such as a proxy that requires a session', async () => {
    await visit();
    expect(await visit({ page: '', status: 302 })).toBe('device');
    expect(navigated).toHaveLength(1);
    expect((await readStored(caches))?.cache).toBe('homie.offline.one');
    expect(await visit()).toBe('server');
  });

  test('stays if the server has an error', async () => {
    await visit();
    expect(await visit({ page: 'Bad gateway', status: 502 })).toBe('device');
    expect(navigated).toEqual([]);
    expect(await visit()).toBe('device');
  });
});
