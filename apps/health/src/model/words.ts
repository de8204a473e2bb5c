/** Why a part could not be shown, for a table. */
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

/** A failure's reason in words. */
export function reasonWords(reason: string): string {
  return REASONS[reason] ?? reason;
}

const seconds = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 1 });

/** A time in milliseconds, in the unit that it is read in: `340 ms`, `1.2 s`. */
export function timeText(milliseconds: number): string {
  return milliseconds < 1000
    ? `${Math.round(milliseconds)} ms`
    : `${seconds.format(milliseconds / 1000)} s`;
}

/** How fast most loads were; `bound` as `usualTime` has it. */
export function usualText(bound: number | null, bounds: readonly number[]): string {
  if (bound === null) return '-';
  return Number.isFinite(bound)
    ? `Under ${timeText(bound)}`
    : `Over ${timeText(bounds.at(-1) ?? 0)}`;
}

/** `1 load`, `1,204 loads`. */
export function countText(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-AU')} ${count === 1 ? one : many}`;
}

/** A day as the counters name it, `2026-11-21`, as people read it. */
export function dayText(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-AU', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
}
