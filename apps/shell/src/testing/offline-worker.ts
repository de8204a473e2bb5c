import { vi } from 'vitest';
import { setStored } from '../offline/stored-revision';
import { createOfflineWorker } from '../offline/worker';
import { createMemoryCaches } from './memory-caches';

export const ORIGIN = 'https://homie.example';
export const ENTRY = '/remotes/chat/2.0.0-aa/entry.js';
/** A file of the entry's release. */
export const CHUNK = `${ORIGIN}/remotes/chat/2.0.0-aa/part.js`;

/** A page of the server whose import map names these entries. */
export const pageWith = (...entries: string[]) =>
  new Response(`<script type="importmap">${JSON.stringify(entries)}</script>`);

/** What the worker is connected to, and the worker; new after {@link resetSite}. */
export const site = {
  /** The open pages, by id. */
  open: [] as string[],
  /** Pages that the worker opened again: id and address. */
  navigated: [] as string[],
  caches: createMemoryCaches(ORIGIN),
  server: vi.fn<(request: Request | string) => Promise<Response>>(),
  worker: {} as ReturnType<typeof createOfflineWorker>,
};

/** Starts the worker again, as the browser does after it has stopped it. */
export function startWorker() {
  site.worker = createOfflineWorker({
    origin: ORIGIN,
    caches: site.caches,
    clients: {
      matchAll: async () => site.open.map((id) => ({ id })),
      get: async (id) => ({
        id,
        url: `${ORIGIN}/app?conversation=2`,
        navigate: async (address) => site.navigated.push(`${id} ${address}`),
      }),
    },
    navigator: {
      locks: { request: async (_: string, run: () => unknown) => run() } as unknown as LockManager,
    },
    fetch: site.server,
  });
}

/** Forgets everything, and starts a worker. */
export function resetSite() {
  site.open = [];
  site.navigated = [];
  site.caches = createMemoryCaches(ORIGIN);
  site.server = vi.fn<(request: Request | string) => Promise<Response>>(async () =>
    pageWith(ENTRY),
  );
  startWorker();
}

/** Stores a revision whose files all have this text. */
export async function store(revision: string, entries = [ENTRY]) {
  const cache = await site.caches.open(`homie.offline.${revision}`);
  for (const file of ['/app', '/environment.json', '/remotes.json', CHUNK])
    await cache.put(file, new Response(revision));
  await setStored(site.caches, { cache: `homie.offline.${revision}`, entries });
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

/** Sends a request through the site.worker. @returns its text; 'not intercepted' if the worker does not respond */
export async function send(
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
  site.worker.fetch({
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
