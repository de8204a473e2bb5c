import { conversationKeys, type QueryClient } from '@homie/api-client';
import type { Environment } from '@homie/composition';
import { whenIdle } from '@homie/ui';
import type { RunningPage } from './store-revision';

async function update(isAllowed: boolean, page: RunningPage): Promise<void> {
  const { updateStored } = await import('./store-revision');
  await updateStored(isAllowed, page);
}

/**
 * Stores the revision of this page where the environment allows it, once the conversations have loaded and the page is
 * idle; elsewhere removes what was stored.
 */
export function followOffline(
  { offlineStart }: Pick<Environment, 'offlineStart'>,
  client: QueryClient,
  page: RunningPage,
): void {
  if (!offlineStart && !navigator.serviceWorker?.controller) return;
  const stop = client.getQueryCache().subscribe(() => {
    if (!client.getQueryData(conversationKeys.list(false))) return;
    stop();
    // Without storage, or if a file does not arrive, the page works as before.
    whenIdle(() => update(offlineStart, page).catch(() => undefined));
  });
}
