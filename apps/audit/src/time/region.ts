import type { Region } from './zone';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface RegionFormats {
  clock: Intl.DateTimeFormat;
  label: Intl.DateTimeFormat;
}

const formats = new Map<Region, RegionFormats>();

/** Returns cached formatters: creating one is a hundred times slower than using it. */
function formatsOf(region: Region): RegionFormats {
  const known = formats.get(region);
  if (known) return known;
  const created = {
    // In Swedish `2026-11-21 21:05:00`.
    clock: new Intl.DateTimeFormat('sv', {
      dateStyle: 'short',
      timeStyle: 'medium',
      timeZone: region,
    }),
    label: new Intl.DateTimeFormat('en-AU', { timeZoneName: 'short', timeZone: region }),
  };
  formats.set(region, created);
  return created;
}

/** Formats the clock time of a region as `YYYY-MM-DD HH:MM:SS`. */
export function regionClock(moment: number, region: Region): string {
  return formatsOf(region).clock.format(moment);
}

/** Returns the name of a region's clock at a time, e.g. `AWST` or `GMT+9`. */
export function regionLabel(moment: number, region: Region): string {
  const parts = formatsOf(region).label.formatToParts(moment);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? region;
}

/** Returns the milliseconds by which a region is ahead of UTC at a time, ignoring fractions of a second. */
function offset(moment: number, region: Region): number {
  const second = Math.floor(moment / 1000) * 1000;
  return Date.parse(`${regionClock(second, region).replace(' ', 'T')}Z`) - second;
}

/**
 * Returns the time at which a day starts in a region. Some regions change their clocks at midnight, so that a day starts
 * at one o'clock, or midnight happens twice.
 * @param midnight that midnight in UTC
 */
export function regionMidnight(midnight: number, region: Region): number {
  const day = new Date(midnight).toISOString().slice(0, 10);
  const candidates = [midnight - DAY, midnight + DAY].map(
    (near) => midnight - offset(near, region),
  );
  const inDay = candidates.filter((moment) => regionClock(moment, region).slice(0, 10) >= day);
  return Math.min(...inDay);
}
