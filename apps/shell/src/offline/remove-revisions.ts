import { deleteStored } from './stored-revision';

/** Removes the worker and all stored revisions. */
export async function removeRevisions(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  await deleteStored(caches);
}
