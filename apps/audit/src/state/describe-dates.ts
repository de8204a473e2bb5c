import { clockTime } from '../time/clock';
import { isDay } from '../time/days';
import type { Zone } from '../time/zone';
import { isRelative, formatRelative } from '../time/relative';
import { RECENT, type AuditState, type DateRange } from './audit-state';

/** The dates in words: 'Last 14 days', '1 Nov 2026 to 5 Nov 2026', 'Before 23 Nov 2026'. Undefined for all dates. */
export function describeDates(dates: AuditState['dates'], zone: Zone): string | undefined {
  const { from, to }: DateRange = dates === 'recent' ? { from: RECENT } : dates;
  if (from !== undefined && isRelative(from) && to === undefined)
    return `Last ${formatRelative(from)}`;
  if (from !== undefined && from === to) return describeEnd(from, zone);
  if (from !== undefined && to !== undefined)
    return `${describeEnd(from, zone)} to ${describeEnd(to, zone)}`;
  if (from !== undefined) return `Since ${describeEnd(from, zone)}`;
  return to === undefined ? undefined : `Up to ${describeEnd(to, zone)}`;
}

function describeEnd(end: string, zone: Zone): string {
  if (isRelative(end)) return `${formatRelative(end)} ago`;
  if (!isDay(end)) return clockTime(new Date(end), zone);
  return new Date(`${end}T00:00:00Z`).toLocaleDateString('en-AU', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
