import type { QueryClient } from '@homie/api-client';
import type { Environment } from '@homie/composition';
import { whenListed } from '../app/follow-copies';
import type { RunningPage } from './store-revision';

/**
 * Stores the revision of this page where the environment allows it, once the conversations have loaded and the page is
 * idle; elsewhere removes what was stored.
 * @throws Error without storage, or if a file does not arrive: the page works as before
 */
export async function followOffline(
  { offlineStart }: Pick<Environment, 'offlineStart'>,
  client: QueryClient,
  page: RunningPage,
): Promise<void> {
  if (!offlineStart && !navigator.serviceWorker?.controller) return;
  await whenListed(client);
  const { updateStored } = await import('./store-revision');
  await updateStored(offlineStart, page);
}
