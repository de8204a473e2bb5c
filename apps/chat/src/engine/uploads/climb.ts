const STEP_PERCENT = 20;
const STEP_MS = 200;
const CAP_PERCENT = 90;

/**
 * Simulates progress, because the real progress is unknown: it rises by 20 every 200 ms, to at most 90.
 * @param show called with each new value, in percent
 * @returns a function that stops it
 */
export function climb(show: (percent: number) => void): () => void {
  let percent = 0;
  const timer = setInterval(() => {
    percent = Math.min(percent + STEP_PERCENT, CAP_PERCENT);
    show(percent);
    if (percent === CAP_PERCENT) clearInterval(timer);
  }, STEP_MS);
  return () => clearInterval(timer);
}
