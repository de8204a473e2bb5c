import { withDeadline } from '../remotes/deadline';
import {
  CONVERSATION_PAGE,
  deleteStored,
  INDEX,
  PAGE,
  readSlowContact,
  readStored,
  REVISION,
  setSlowContact,
  setStored,
  type StoredRevision,
} from './stored-revision';

/** An open page. */
interface OpenPage {
  readonly id: string;
  readonly url: string;
  navigate(address: string): Promise<unknown>;
}

/** The properties of the global scope that the worker uses. TypeScript's DOM library has no types of service workers. */
export interface WorkerScope {
  readonly origin: string;
  readonly caches: CacheStorage;
  readonly clients: {
    matchAll(options: {
      type: 'window';
      includeUncontrolled: true;
    }): Promise<readonly Pick<OpenPage, 'id'>[]>;
    get(id: string): Promise<OpenPage | undefined>;
  };
  readonly navigator: Pick<Navigator, 'locks'>;
  fetch(request: Request | string, init?: RequestInit): Promise<Response>;
}

/** A request of a page that the worker may respond to. */
export interface FetchEvent {
  readonly request: Request;
  /** The page that sends the request; '' for a new page. */
  readonly clientId: string;
  /** The new page of a navigation; '' in browsers that do not name it. */
  readonly resultingClientId: string;
  /** The response that the browser requested while the worker started. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
}

/** The request of a new page, and how the worker responded. */
interface Visit {
  event: FetchEvent;
  /** Start, in milliseconds of `performance.now()`. */
  begin: number;
  /** Whether the new page is the stored one, and did not wait for the server. */
  startedFirst: boolean;
}

/** Wait for the page of the server, in milliseconds, if one is stored. */
const PATIENCE_MS = 8_000;
/** A server whose page takes longer than this, in milliseconds, is not waited for at the next visit. */
const SLOW_MS = 100;
/** After this time, in milliseconds, a page that was started from an older revision stays. */
const REOPEN_MS = 3_000;
/** Wait for the request that the browser sent, in milliseconds, if a page did not wait for it. */
const AGAIN_MS = 1_000;
/** For this long, in milliseconds: then a visit waits once, as what a rollout selects may have changed. */
const TRUST_MS = 12 * 3_600_000;
/** Wait for the storage of the browser, in milliseconds, where the server can respond instead. */
const STORAGE_MS = 3_000;
/** How `request.cache` says that the user reloads a page. */
const RELOADS = new Set<RequestCache>(['no-cache', 'reload']);
/** Addresses that never show the app: files, and the services of the server. */
const NO_PAGE = /^\/$|\.\w+$|\/v\d+\/|^\/_/;
/** Files whose name changes with their content. */
const RELEASED = /^\/(assets|remotes)\/.|^\/remoteEntry-/;
/** Read once when a page starts. */
const START = new Set(['/environment.json', '/remotes.json']);

const later = (milliseconds: number) =>
  new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds, undefined));

/**
 * Starts the app from the stored revision when the server cannot be reached, or confirmed it slowly before. Pages from
 * the server get everything from the server, except files that do not arrive. A page from a revision gets everything
 * from the same one. If the storage of the browser fails, the server responds, as without a worker. No data is stored or read here: requests of other addresses are not intercepted.
 */
export function createOfflineWorker(scope: WorkerScope) {
  const { caches } = scope;
  /** Cache of the revision that a page was started from, by the id of the page. */
  const started = new Map<string, string>();

  /** Whether a read of the storage takes too long at the moment. */
  let isSlow = false;

  /** Reads the storage. If that fails, nothing is stored: what cannot be read is deleted. */
  async function attempt<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await read();
    } catch {
      started.clear();
      await deleteStored(caches).catch(() => undefined);
      return undefined;
    }
  }

  /** Reads the storage, unless that takes too long. */
  async function attemptInTime<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
    if (isSlow) return undefined;
    const reading = attempt(read);
    try {
      return await withDeadline(reading, STORAGE_MS, () => new Error('The storage is slow'));
    } catch {
      isSlow = true;
      void reading.finally(() => (isSlow = false));
      return undefined;
    }
  }

  const recordOf = (id: string) => `/clients/${id}`;

  async function revisionOf(id: string): Promise<string | undefined> {
    const known = started.get(id) ?? started.get('');
    if (known !== undefined) return known;
    // The worker may have been stopped since the page started.
    const record = await caches.match(recordOf(id), { cacheName: INDEX });
    return record?.text();
  }

  async function findPage(stored: StoredRevision, url: string): Promise<Response | undefined> {
    const find = (page: string) =>
      caches.match(page, { cacheName: stored.cache, ignoreVary: true });
    const isConversation = url.startsWith(scope.origin + CONVERSATION_PAGE);
    return (isConversation && (await find(CONVERSATION_PAGE))) || find(PAGE);
  }

  /** Returns the page of a revision and the name of its cache; undefined if there is none. */
  async function readPage({ request }: FetchEvent, stored: StoredRevision | null) {
    const page = stored && (await findPage(stored, request.url));
    if (!page) return undefined;
    // A page whose contents cannot be read would fail in the tab.
    await page.clone().arrayBuffer();
    return { page, cache: stored.cache };
  }

  /** Starts a new page from a revision: it gets its files from there, too. */
  function start(event: FetchEvent, { page, cache }: { page: Response; cache: string }): Response {
    const id = event.resultingClientId;
    started.set(id, cache);
    const note = async () => (await caches.open(INDEX)).put(recordOf(id), new Response(cache));
    // Without the note, the page gets further files from the server.
    if (id !== '') event.waitUntil(note().catch(() => undefined));
    return page;
  }

  /** Returns the revision that a new page starts from without waiting for the server; null if it waits. */
  async function readFirst({ url, cache }: Request): Promise<StoredRevision | null> {
    if (RELOADS.has(cache) || !isStoredAddress(url)) return null;
    const [contact, stored] = await Promise.all([readSlowContact(caches), readStored(caches)]);
    const age = Date.now() - (contact?.at ?? 0);
    return age >= 0 && age < TRUST_MS && contact?.cache === stored?.cache ? stored : null;
  }

  /** Other addresses get the stored page without a connection, but the server's page preloads other files. */
  const isStoredAddress = (url: string) => new URL(url).pathname === PAGE;

  /**
   * Compares the page of the server with the stored one: notes whether it is the same, and slow, and forgets a withdrawn
   * revision. Opens a new page again that was started from an older one.
   */
  async function compare(response: Response, visit: Visit): Promise<void> {
    const { begin, startedFirst } = visit;
    const { request, resultingClientId } = visit.event;
    const isSlow = performance.now() - begin > SLOW_MS;
    // What is stored still works while the server, or what is in front of it, fails.
    const hasFailed = response.type === 'error' || response.status >= 500;
    const stored = hasFailed ? null : await attemptInTime(() => readStored(caches));
    if (!stored) return;
    const page = await findPage(stored, request.url);
    const html = await response.text();
    const isSame = (await page?.text()) === html;
    if (isSame && isSlow) {
      if (!startedFirst) await setSlowContact(caches, { cache: stored.cache, at: Date.now() });
    } else if (isStoredAddress(request.url)) await setSlowContact(caches, null);
    if (response.ok) await dropWithdrawn(stored, html);
    // Later the user may be in the middle of something.
    if (!startedFirst || isSame || performance.now() - begin > REOPEN_MS) return;
    const open = await scope.clients.get(resultingClientId);
    await open?.navigate(open.url);
  }

  async function openPage(event: FetchEvent): Promise<Response> {
    const visit = { event, begin: performance.now(), startedFirst: false };
    const online = Promise.resolve(event.preloadResponse).then(
      (preloaded) => preloaded ?? scope.fetch(event.request),
    );
    // It is awaited after the storage was read.
    online.catch(() => undefined);
    const first = await attemptInTime(async () => readPage(event, await readFirst(event.request)));
    if (first) {
      visit.startedFirst = true;
      const again = () => {
        visit.begin = performance.now();
        return scope.fetch(event.request);
      };
      // WebKit: the first request never settles once the worker has responded with something else.
      const response = Promise.race([online, later(AGAIN_MS)]).then((early) => early ?? again());
      const compared = response.then((it) => compare(it, visit));
      // Without a response there is nothing to compare with.
      event.waitUntil(compared.catch(() => undefined));
      return start(event, first);
    }
    const response = await Promise.race([online, later(PATIENCE_MS)]).catch(() => undefined);
    // In Firefox, a preload that failed resolves to an error (https://github.com/GoogleChrome/workbox/issues/3134).
    if (!response || response.type === 'error') {
      const stored = await attempt(async () => readPage(event, await readStored(caches)));
      return stored ? start(event, stored) : online;
    }
    started.delete('');
    event.waitUntil(compare(response.clone(), visit).catch(() => undefined));
    return response;
  }

  async function loadFile({ request, clientId }: FetchEvent): Promise<Response> {
    const find = (cacheName: string | undefined) =>
      cacheName === undefined
        ? undefined
        : caches.match(request.url, { cacheName, ignoreVary: true });
    // A page that reads the manifest again wants the one of the server.
    const findOwn = async () =>
      request.cache === 'no-store' ? undefined : find(await revisionOf(clientId));
    const stored = await attemptInTime(findOwn);
    if (stored) return stored;
    try {
      return await scope.fetch(request);
    } catch (error) {
      const isReleased = RELEASED.test(new URL(request.url).pathname);
      const file = await attempt(
        async () =>
          (await findOwn()) ?? (isReleased ? find((await readStored(caches))?.cache) : undefined),
      );
      if (file) return file;
      throw error;
    }
  }

  /** Deletes revisions that neither the next start nor an open page needs, such as unfinished ones. */
  const deleteUnused = () =>
    scope.navigator.locks.request(REVISION, async () => {
      const open = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
      const records = open.map(({ id }) => caches.match(recordOf(id), { cacheName: INDEX }));
      const used = await Promise.all(records.map(async (record) => (await record)?.text()));
      const stored = await readStored(caches);
      for (const name of await caches.keys())
        if (name.startsWith(REVISION) && name !== stored?.cache && !used.includes(name))
          await caches.delete(name);
      const index = await caches.open(INDEX);
      const live = new Set(open.map(({ id }) => `${scope.origin}${recordOf(id)}`));
      for (const { url } of await index.keys())
        if (url.includes(recordOf('')) && !live.has(url)) await index.delete(url);
    });

  /**
   * Forgets the stored revision if the server's page no longer names one of its releases: a rollback withdrew it, or two
   * releases replaced it.
   * @param html any page of the app
   */
  async function dropWithdrawn(stored: StoredRevision, html: string): Promise<void> {
    if (!html.includes('"importmap"')) return;
    if (stored.entries.every((entry) => html.includes(`"${entry}"`))) return;
    await setStored(caches, null);
    await deleteUnused();
  }

  return {
    fetch(event: FetchEvent): void {
      const { method, mode, url } = event.request;
      const { origin, pathname } = new URL(url);
      if (method !== 'GET' || origin !== scope.origin) return;
      if (mode === 'navigate') {
        if (!NO_PAGE.test(pathname)) event.respondWith(openPage(event));
      } else if (RELEASED.test(pathname) || START.has(pathname)) event.respondWith(loadFile(event));
    },
    /** Compares the stored revision with the page of the server. */
    async check(): Promise<void> {
      const headers = { accept: 'text/html' };
      const response = await scope.fetch(PAGE, { headers, cache: 'no-store' });
      const stored = response.ok ? await attempt(() => readStored(caches)) : null;
      const html = stored ? await response.text() : '';
      if (stored) await attempt(() => dropWithdrawn(stored, html));
    },
    deleteUnused,
  };
}
