import type { TelemetryEvent, TelemetryListener } from '@homie/composition';
import type { PageContext } from '../page-context';

/** When the first reports are sent: not while the page has better things to load. */
const FIRST_MILLISECONDS = 15_000;

/** Takes what happens to remotes; the code that reports it comes when the page has long been there. */
export function lateReports(page: Promise<PageContext>): TelemetryListener {
  const waiting: TelemetryEvent[] = [];
  let report: TelemetryListener = (event) => {
    if (waiting.push(event) === 1)
      window.setTimeout(() => void start().catch(stop), FIRST_MILLISECONDS);
  };
  async function start() {
    const [{ reporter }, context] = await Promise.all([import('./reporter'), page]);
    report = reporter(context);
    waiting.forEach(report);
  }
  function stop() {
    report = () => undefined;
  }
  return (event) => report(event);
}
