import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ENTRY, ORIGIN, resetSite, send, site, store } from '../testing/offline-worker';
import { readStored } from './stored-revision';

beforeEach(resetSite);
afterEach(() => void vi.useRealTimers());

describe('INSTANT-59 a page', () => {
  const PAGE = `<script type="importmap">["${ENTRY}"]</script>`;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date', 'performance'] });
    await storePage('one', PAGE);
  });

  async function storePage(revision: string, page: string) {
    await store(revision);
    await (await site.caches.open(`homie.offline.${revision}`)).put('/app', new Response(page));
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
    site.server.mockImplementation(respond);
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
    expect(site.navigated).toEqual([]);
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
    expect(site.navigated).toEqual([`a ${ORIGIN}/app?conversation=2`]);
    expect((await readStored(site.caches))?.cache).toBe(left);
    expect(await visit({ page })).toBe('server');
    expect(site.navigated).toHaveLength(1);
  });

  test('is compared in WebKit too, where the request that the browser sent first never settles then', async () => {
    await visit();
    const page = `${PAGE}<!-- changed -->`;
    expect(await visit({ page, isPreloadLost: true })).toBe('device');
    expect(site.navigated).toHaveLength(1);
    expect(await visit()).toBe('server');
    expect(await visit({ takes: 50, isPreloadLost: true })).toBe('device');
    expect(await visit()).toBe('server');
  });

  test('stays if the server needs longer than 3 seconds, and the next one waits for the server', async () => {
    await visit();
    expect(await visit({ page: `${PAGE}<!-- changed -->`, takes: 3_100 })).toBe('device');
    expect(site.navigated).toEqual([]);
    expect(await visit()).toBe('server');
  });

  test('is opened again if the server redirects it, such as a proxy that requires a session', async () => {
    await visit();
    expect(await visit({ page: '', status: 302 })).toBe('device');
    expect(site.navigated).toHaveLength(1);
    expect((await readStored(site.caches))?.cache).toBe('homie.offline.one');
    expect(await visit()).toBe('server');
  });

  test('stays if the server has an error', async () => {
    await visit();
    expect(await visit({ page: 'Bad gateway', status: 502 })).toBe('device');
    expect(site.navigated).toEqual([]);
    expect(await visit()).toBe('device');
  });
});
