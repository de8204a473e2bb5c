/** Address of the service worker, which starts the app without a connection. */
export const WORKER_PATH = '/service-worker.js';

/**
 * Replaces the worker where the environment does not store the app: browsers request it at each visit, whatever an
 * earlier worker does. It deletes the stored app and removes itself. Data of the person and the session stay.
 */
export const REMOVING_WORKER = `addEventListener('install', (event) => event.waitUntil(skipWaiting()));
addEventListener('activate', (event) => event.waitUntil(remove()));
async function remove() {
  for (const name of await caches.keys()) if (name.startsWith('homie.offline')) await caches.delete(name);
  await registration.unregister();
}
`;
