import { INDEX } from './stored-revision';

/** Removes the worker and all stored revisions. */
export async function removeRevisions(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  const names = (await caches.keys()).filter((name) => name.startsWith(INDEX));
  await Promise.all(names.map((name) => caches.delete(name)));
}
