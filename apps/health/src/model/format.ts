/** The reasons why a part could not be shown, for a table. */
const REASONS: Readonly<Record<string, string>> = {
  manifest: 'Manifest missing',
  unknown: 'Not in the manifest',
  incompatible: 'No compatible version',
  origin: 'Origin not allowed',
  unverified: 'Could not be verified',
  slow: 'Took longer than 8 seconds',
  network: 'Could not be loaded',
  missing: 'A file was missing',
  crashed: 'Stopped working',
  policy: 'Blocked by the security policy',
};

/** Returns the reason of a failure in words. */
export function formatReason(reason: string): string {
  return REASONS[reason] ?? reason;
}

const seconds = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 1 });

/** Formats a time in milliseconds, in the unit that fits: `340 ms`, `1.2 s`. */
export function formatDuration(milliseconds: number): string {
  return milliseconds < 1000
    ? `${Math.round(milliseconds)} ms`
    : `${seconds.format(milliseconds / 1000)} s`;
}

/** Formats the time of most loads; `bound` is the result of `usualTime`. */
export function formatUsualTime(bound: number | null, bounds: readonly number[]): string {
  if (bound === null) return '-';
  return Number.isFinite(bound)
    ? `Under ${formatDuration(bound)}`
    : `Over ${formatDuration(bounds.at(-1) ?? 0)}`;
}

/** Formats a count: `1 load`, `1,204 loads`. */
export function formatCount(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-AU')} ${count === 1 ? one : many}`;
}

/** Formats a day of the counters, such as `2026-11-21`. */
export function formatDay(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-AU', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
}
