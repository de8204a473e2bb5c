import { lazyRemotesApi } from '@homie/api-client';
import type { TelemetryEvent } from '@homie/composition';
import type { PageContext } from '../page-context';
import { apiOf, whoSignsIn } from '../personal/person';
import { KEPT_KEY } from './late-reports';

/**
 * Reports loads of remotes and their failures to the environment's database, as soon as somebody is signed in, and with
 * them what an earlier page had not sent.
 * @param waiting emptied when it is sent
 */
export async function sendReports(page: PageContext, waiting: TelemetryEvent[]): Promise<void> {
  await whoSignsIn(page);
  const { reportRemoteLoads, REMOTE_LOADS_MAX } = await lazyRemotesApi();
  const { environment } = page.environment;
  const loads = [...takeKept(), ...waiting.splice(0)]
    .flatMap((event) => toLoad(environment, event))
    .slice(0, REMOTE_LOADS_MAX);
  if (loads.length > 0) await reportRemoteLoads(apiOf(page), loads);
}

function takeKept(): TelemetryEvent[] {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(KEPT_KEY) ?? '[]');
    window.localStorage.removeItem(KEPT_KEY);
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

function toLoad(environment: string, event: TelemetryEvent) {
  if (event.type !== 'remote-loaded' && event.type !== 'remote-failed') return [];
  const { remote, version, source, milliseconds } = event;
  const outcome = event.type === 'remote-loaded' ? 'loaded' : event.reason;
  return [{ environment, remote, version, source, outcome, milliseconds }];
}
