import { lazyRemotesApi } from '@homie/api-client';
import type { TelemetryEvent, TelemetryListener } from '@homie/composition';
import type { PageContext } from '../page-context';
import { apiOf, whoSignsIn } from '../personal/person';

/** How long a report waits for others to go with it. */
const TOGETHER_MILLISECONDS = 5_000;

/** Reports loads of remotes and their failures to the environment's database; what cannot be reported is dropped. */
export function reporter(page: PageContext): TelemetryListener {
  const { environment } = page.environment;
  let waiting: TelemetryEvent[] = [];

  async function send() {
    await whoSignsIn(page);
    const { reportRemoteLoads, REMOTE_LOADS_MAX } = await lazyRemotesApi();
    const loads = waiting.flatMap((event) => toLoad(environment, event)).slice(0, REMOTE_LOADS_MAX);
    waiting = [];
    if (loads.length > 0) await reportRemoteLoads(apiOf(page), loads);
  }

  return (event) => {
    if (waiting.push(event) > 1) return;
    window.setTimeout(
      () =>
        void send().catch(() => {
          waiting = [];
        }),
      TOGETHER_MILLISECONDS,
    );
  };
}

function toLoad(environment: string, event: TelemetryEvent) {
  if (event.type !== 'remote-loaded' && event.type !== 'remote-failed') return [];
  const { remote, version, source, milliseconds } = event;
  const outcome = event.type === 'remote-loaded' ? 'loaded' : event.reason;
  return [{ environment, remote, version, source, outcome, milliseconds }];
}
