import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  CHUNK,
  ENTRY,
  pageWith,
  resetSite,
  send,
  site,
  startWorker,
  store,
} from '../testing/offline-worker';
import { readStored, setStored } from './stored-revision';

const navigate = (from: string, address = '/app?conversation=1') =>
  send(address, { mode: 'navigate', from });
const offline = () => site.server.mockRejectedValue(new TypeError('Failed to fetch'));

beforeEach(resetSite);
afterEach(() => void vi.useRealTimers());

describe('the stored revision', () => {
  test('INSTANT-14 starts at every address of the app while the server cannot be reached, and not before', async () => {
    await store('one');
    expect(await navigate('a')).toContain(ENTRY);
    offline();
    for (const address of ['/app', '/admin/users', '/auth/sign-in'])
      expect(await navigate('b', address)).toBe('one');
    await setStored(site.caches, null);
    await expect(navigate('c')).rejects.toThrow('Failed to fetch');
  });

  test('INSTANT-57 starts a conversation with its own page, and without one as everything else', async () => {
    await store('one');
    offline();
    expect(await navigate('a')).toBe('one');
    const cache = await site.caches.open('homie.offline.one');
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
    site.server.mockReturnValue(new Promise(() => undefined));
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
    site.server.mockImplementation(async () => new Response('server'));
    for (const address of ['/environment.json', '/remotes.json', CHUNK])
      expect(await send(address, { from: 'a' })).toBe('one');
    expect(await send('/remotes.json', { from: 'a', cache: 'no-store' })).toBe('server');
  });

  test('from a revision stays on it after the browser stopped the worker', async () => {
    await store('one');
    offline();
    await navigate('a');
    await store('two');
    startWorker();
    expect(await send(CHUNK, { from: 'a' })).toBe('one');
  });

  test('from the server gets everything from the server, and a released file that does not arrive from the device', async () => {
    await store('one');
    await navigate('a');
    site.server.mockImplementation(async () => new Response('server'));
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
  const names = async () => (await site.caches.keys()).toSorted();

  test('is deleted at the next contact if the server does not name its release any more', async () => {
    await store('one');
    site.server.mockImplementation(async () => pageWith('/remotes/chat/1.0.0-bb/entry.js'));
    await navigate('a');
    expect(await readStored(site.caches)).toBeNull();
    expect(await names()).toEqual(['homie.offline']);
    offline();
    await expect(navigate('b')).rejects.toThrow('Failed to fetch');
  });

  test('is deleted when an open page checks for new versions', async () => {
    await store('one');
    await site.worker.check();
    expect(await readStored(site.caches)).not.toBeNull();
    site.server.mockImplementation(async () => pageWith('/remotes/chat/1.0.0-bb/entry.js'));
    await site.worker.check();
    expect(await readStored(site.caches)).toBeNull();
  });

  test('stays while the server names its release as a fallback, or has an error', async () => {
    await store('one');
    site.server.mockImplementation(async () => pageWith('/remotes/chat/3.0.0-cc/entry.js', ENTRY));
    await navigate('a');
    for (const status of [404, 500]) {
      site.server.mockImplementation(async () => new Response('"importmap"', { status }));
      await navigate('b');
    }
    expect((await readStored(site.caches))?.cache).toBe('homie.offline.one');
  });

  test('that a page was started from is deleted once that page is closed', async () => {
    await store('one');
    offline();
    site.open = ['a'];
    await navigate('a');
    await store('two');
    await site.worker.deleteUnused();
    expect(await names()).toEqual(['homie.offline', 'homie.offline.one', 'homie.offline.two']);
    expect(await send(CHUNK, { from: 'a' })).toBe('one');
    site.open = [];
    await site.worker.deleteUnused();
    expect(await names()).toEqual(['homie.offline', 'homie.offline.two']);
  });

  test('that was never completed is deleted, and no other cache', async () => {
    await store('one');
    await site.caches.open('homie.offline.two');
    await site.caches.open('other');
    await site.worker.deleteUnused();
    expect(await names()).toEqual(['homie.offline', 'homie.offline.one', 'other']);
  });
});
