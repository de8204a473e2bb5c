import { createOfflineWorker, type FetchEvent, type WorkerScope } from './worker';

interface LifetimeEvent {
  waitUntil(work: Promise<unknown>): void;
}

/** TypeScript's DOM library has no types of service workers. */
interface ServiceWorkerScope extends WorkerScope {
  readonly clients: WorkerScope['clients'] & { claim(): Promise<void> };
  readonly registration: { navigationPreload?: { enable(): Promise<void> } };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'install' | 'activate', listener: (event: LifetimeEvent) => void): void;
  addEventListener(
    type: 'message',
    listener: (event: LifetimeEvent & { data: unknown }) => void,
  ): void;
}

const scope = globalThis as unknown as ServiceWorkerScope;
const worker = createOfflineWorker(scope);

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      // The page is requested while the worker starts.
      scope.registration.navigationPreload?.enable(),
      // The page that stored the app gets code that it has not loaded yet from there, too.
      scope.clients.claim(),
      worker.deleteUnused(),
    ]),
  );
});
scope.addEventListener('fetch', (event) => worker.fetch(event));
scope.addEventListener('message', (event) => {
  if (event.data === 'stored') event.waitUntil(worker.deleteUnused());
  // Without a connection there is nothing to compare with.
  if (event.data === 'check') event.waitUntil(worker.check().catch(() => undefined));
});
