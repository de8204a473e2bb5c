import type { TelemetryEvent, TelemetryListener } from '@homie/composition';
import { matchRemote } from '@homie/contracts';
import type { PageContext } from '../selection/person';

/** Delay of the first report, so that it does not compete with the page's own requests. */
const FIRST_MILLISECONDS = 15_000;
/** Delay of a later one, in which others may join it. */
const BATCH_MILLISECONDS = 5_000;

/** In local storage: events that closed pages had not sent. They contain no personal data. */
const STORAGE_KEY = 'homie-remote-reports';

/**
 * Buffers telemetry of remotes and sends it later, with code that is loaded then. The events of a page that is closed
 * are sent by the next one. Events that cannot be reported are dropped.
 */
export function reportLoads(page: Promise<PageContext>): TelemetryListener {
  const unsent: TelemetryEvent[] = [];
  const loaded = new Map<string, Extract<TelemetryEvent, { type: 'remote-loaded' }>>();
  let milliseconds = FIRST_MILLISECONDS;

  async function send() {
    milliseconds = BATCH_MILLISECONDS;
    const [{ sendReports }, context] = await Promise.all([import('./send-reports'), page]);
    await sendReports(context, unsent, STORAGE_KEY);
  }

  window.addEventListener('pagehide', () => {
    try {
      if (unsent.length > 0) window.localStorage[STORAGE_KEY] = JSON.stringify(unsent.splice(0));
    } catch {
      // The browser does not save them.
    }
  });
  function report(event: TelemetryEvent) {
    if (event.type === 'remote-loaded') loaded.set(event.remote, event);
    if (unsent.push(event) === 1)
      window.setTimeout(() => void send().catch(() => unsent.splice(0)), milliseconds);
  }

  async function observe() {
    const { observeWebVitals } = await import('./web-vitals');
    observeWebVitals((vital, duration) => {
      // The remote that is shown when the metric is final.
      const remote = loaded.get(matchRemote(window.location.pathname) ?? '');
      if (remote) report({ ...remote, type: 'web-vital', vital, milliseconds: duration });
    });
  }
  // Browsers remember what happened before.
  window.setTimeout(() => void observe().catch(() => undefined), FIRST_MILLISECONDS);
  return report;
}
