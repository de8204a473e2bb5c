import type { TelemetryEvent, TelemetryListener } from '@homie/composition';
import type { PageContext } from '../page-context';

/** When the first reports are sent: not while the page has better things to load. */
const FIRST_MILLISECONDS = 15_000;
/** How long a later one waits for others to go with it. */
const TOGETHER_MILLISECONDS = 5_000;

/** In local storage: what pages that were left had not sent yet. No person's data is in it. */
export const KEPT_KEY = 'homie-remote-reports';

/**
 * Takes what happens to remotes. The code that reports it comes when the page has long been there; what a page that is
 * left has not sent yet is sent by the next one. What cannot be reported is dropped.
 */
export function lateReports(page: Promise<PageContext>): TelemetryListener {
  const waiting: TelemetryEvent[] = [];
  let milliseconds = FIRST_MILLISECONDS;

  async function send() {
    milliseconds = TOGETHER_MILLISECONDS;
    const [{ sendReports }, context] = await Promise.all([import('./send-reports'), page]);
    await sendReports(context, waiting);
  }

  window.addEventListener('pagehide', () => {
    if (waiting.length > 0) window.localStorage[KEPT_KEY] = JSON.stringify(waiting.splice(0));
  });
  return (event) => {
    if (waiting.push(event) === 1)
      window.setTimeout(() => void send().catch(() => waiting.splice(0)), milliseconds);
  };
}
