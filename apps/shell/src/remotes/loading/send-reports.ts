import { lazyRemotesApi } from '@homie/api-client';
import type { TelemetryEvent } from '@homie/composition';
import { createApi, signedInUser, type PageContext } from '../selection/person';

/**
 * Reports loads of remotes and their failures to the environment's database, as soon as a user is signed in.
 * @param unsent events of this page, removed when they are sent
 * @param storageKey the local storage entry with events of earlier pages, removed when they are sent
 */
export async function sendReports(
  page: PageContext,
  unsent: TelemetryEvent[],
  storageKey: string,
): Promise<void> {
  await signedInUser(page);
  const { reportRemoteLoads, REMOTE_LOADS_MAX } = await lazyRemotesApi();
  const { environment } = page.environment;
  const loads = [...consumeStored(storageKey), ...unsent.splice(0)]
    .flatMap((event) => toLoad(environment, event))
    .slice(0, REMOTE_LOADS_MAX);
  if (loads.length > 0) await reportRemoteLoads(createApi(page), loads);
}

function consumeStored(key: string): TelemetryEvent[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(key) ?? '[]');
    window.localStorage.removeItem(key);
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

function toLoad(environment: string, event: TelemetryEvent) {
  const outcome = getOutcome(event);
  if (outcome === null || !('milliseconds' in event)) return [];
  const { remote, version, source, milliseconds } = event;
  return [{ environment, remote, version, source, outcome, milliseconds }];
}

function getOutcome(event: TelemetryEvent): string | null {
  switch (event.type) {
    case 'remote-loaded':
      return 'loaded';
    case 'remote-failed':
      return event.reason;
    case 'web-vital':
      return event.vital;
    default:
      return null;
  }
}
