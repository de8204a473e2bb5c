import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CHUNK, ENTRY, resetSite, send, site, store } from '../testing/offline-worker';
import { readStored } from './stored-revision';

const navigate = (from: string, address = '/app') => send(address, { mode: 'navigate', from });
const START = ['/environment.json', '/remotes.json'];

beforeEach(async () => {
  resetSite();
  await store('one');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Serves everything from the server. */
const online = () =>
  site.server.mockImplementation(async () => new Response('from the server', { status: 200 }));

async function damage(file: string, text = '{"cache":') {
  await (await site.caches.open('homie.offline')).put(file, new Response(text));
}

const METHODS = ['match', 'open', 'has', 'keys', 'delete'] as const;

describe('REL-03 the worker is never worse than none: the server answers', () => {
  /** Opens pages and requests files of one. @returns the texts that differ from what the server sends */
  async function readOthers() {
    online();
    const texts = [];
    for (const address of ['/app', '/app?conversation=1', '/admin/users'])
      texts.push(await navigate('a', address));
    for (const file of [...START, CHUNK]) texts.push(await send(file, { from: 'a' }));
    await site.worker.check();
    return texts.filter((text) => text !== 'from the server');
  }

  test.each(['{"cache":', '', 'null', '7', '{}', '{"cache":1,"entries":[]}', '{"cache":"a"}'])(
    'if the pointer to the revision is %s',
    async (text) => {
      await damage('/current', text);
      expect(await readOthers()).toEqual([]);
    },
  );

  test.each(['{"cache":', '', '7', '{}'])('if the note on the last contact is %s', async (text) => {
    await damage('/contact', text);
    expect(await readOthers()).toEqual([]);
  });

  test.each(METHODS)('if CacheStorage.%s rejects', async (method) => {
    vi.spyOn(site.caches, method).mockRejectedValue(new DOMException('', 'UnknownError'));
    expect(await readOthers()).toEqual([]);
  });

  test.each(METHODS)('if CacheStorage.%s throws', async (method) => {
    vi.spyOn(site.caches, method).mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });
    expect(await readOthers()).toEqual([]);
  });

  test('within 3 seconds if CacheStorage never responds, and then at once', async () => {
    vi.useFakeTimers();
    online();
    vi.spyOn(site.caches, 'match').mockReturnValue(new Promise(() => undefined));
    const page = navigate('a');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await page).toBe('from the server');
    expect(await send(CHUNK, { from: 'a' })).toBe('from the server');
  });

  test('if the stored page cannot be read', async () => {
    await damage('/contact', JSON.stringify({ cache: 'homie.offline.one', at: Date.now() }));
    const { match } = site.caches;
    vi.spyOn(site.caches, 'match').mockImplementation(async (request, options) => {
      const response = await match.call(site.caches, request, options);
      if (request !== '/app' || !response) return response;
      return new Response(
        new ReadableStream({ start: (controller) => controller.error(new Error('ended')) }),
      );
    });
    online();
    expect(await navigate('a')).toBe('from the server');
  });
});

describe('REL-03 a broken store', () => {
  test('is deleted, and the app is stored again', async () => {
    await damage('/current');
    await site.caches.open('other');
    expect(await navigate('a')).toContain(ENTRY);
    expect(await site.caches.keys()).toEqual(['other']);
    expect(await readStored(site.caches)).toBeNull();
    await store('two');
    site.server.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await navigate('b')).toBe('two');
  });

  test('is deleted without a connection too, and the navigation fails as it does without a worker', async () => {
    await damage('/current');
    site.server.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(navigate('a')).rejects.toThrow('Failed to fetch');
    expect(await site.caches.keys()).toEqual([]);
  });

  test('is used again when CacheStorage responds again', async () => {
    vi.useFakeTimers();
    let respond: (response?: Response) => void = () => undefined;
    vi.spyOn(site.caches, 'match').mockReturnValue(new Promise((resolve) => (respond = resolve)));
    online();
    const page = navigate('a');
    await vi.advanceTimersByTimeAsync(3_000);
    await page;
    vi.restoreAllMocks();
    respond();
    await vi.advanceTimersByTimeAsync(0);
    site.server.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await navigate('b')).toBe('one');
    expect(await send(CHUNK, { from: 'b' })).toBe('one');
  });

  test('does not hide the stored revision while the server cannot be reached and CacheStorage is slow', async () => {
    vi.useFakeTimers();
    const { match } = site.caches;
    vi.spyOn(site.caches, 'match').mockImplementation(async (...args) => {
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      return match.apply(site.caches, args);
    });
    site.server.mockRejectedValue(new TypeError('Failed to fetch'));
    const page = navigate('a');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await page).toBe('one');
    expect((await site.caches.keys()).toSorted()).toEqual(['homie.offline', 'homie.offline.one']);
  });
});
