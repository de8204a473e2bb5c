import type { Zone } from './zone';
import { melbourneClock, melbourneLabel, melbourneOffset } from './melbourne';
import { regionClock, regionLabel } from './region';

/** Returns the name of the clock at a time: UTC, Melbourne's AEDT (+11:00) or AEST (+10:00), or that of a region. */
function zoneLabel(moment: Date, zone: Zone): string {
  if (zone === 'utc') return 'UTC';
  return zone === 'melbourne'
    ? melbourneLabel(moment.getTime())
    : regionLabel(moment.getTime(), zone);
}

/** Formats a time of the clock in 24 hours and to the second: '2026-11-21 21:05:00'. */
export function clockTime(moment: Date, zone: Zone): string {
  if (zone !== 'utc' && zone !== 'melbourne') return regionClock(moment.getTime(), zone);
  const clock = zone === 'utc' ? moment.toISOString() : melbourneClock(moment.getTime());
  return `${clock.slice(0, 10)} ${clock.slice(11, 19)}`;
}

/** The same with the clock's name: '2026-11-21 21:05:00 AEDT'. */
export function labelledTime(moment: Date, zone: Zone): string {
  return `${clockTime(moment, zone)} ${zoneLabel(moment, zone)}`;
}

/** A moment for machines, to the millisecond and with its offset: '2026-11-21T21:05:00.123+11:00'. */
export function isoTime(moment: Date, zone: 'melbourne' | 'utc'): string {
  if (zone === 'utc') return moment.toISOString();
  const time = moment.getTime();
  return `${melbourneClock(time)}+${melbourneOffset(time)}:00`;
}
