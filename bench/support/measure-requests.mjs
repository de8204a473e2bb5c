/** Returns a percentile; `share` is between 0 and 1. */
const at = (times, share) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];

/**
 * Sends requests one after the other, like a single user.
 * @returns p50 and p95 in milliseconds
 */
export async function measureRequests(request, rounds) {
  for (let warmUp = 0; warmUp < 3; warmUp += 1) await request();
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await request();
    times.push(performance.now() - started);
  }
  return { p50: at(times, 0.5), p95: at(times, 0.95) };
}
