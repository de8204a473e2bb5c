import { clockTime } from './clock';
import { melbourneMidnight } from './melbourne';
import { regionMidnight } from './region';
import type { Zone } from './zone';

/** A day of the calendar, `YYYY-MM-DD`. */
export type Day = string;

/** Matches days in the range that the database and `Date` both support, also a day later. */
const DAY = /^((?:19|2\d)\d{2})-(\d{2})-(\d{2})$/;

function midnightInUtc(day: Day): number {
  const [, year, month, date] = DAY.exec(day) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(date));
}

/** Tests whether a text is a valid day, so not the 30th of February. */
export function isDay(text: string): boolean {
  const midnight = midnightInUtc(text);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text);
}

/** Adds a number of days to a day; a negative number subtracts. */
export function addDays(day: Day, days: number): Day {
  const date = new Date(midnightInUtc(day));
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/**
 * Returns the timestamp at which a day starts. It ends where the next one starts:
 * `[startOfDay(day), startOfDay(addDays(day, 1)))` includes each of its hours once, also of the two days a year that
 * have 23 and 25.
 */
export function startOfDay(day: Day, zone: Zone): Date {
  const midnight = midnightInUtc(day);
  if (zone === 'utc') return new Date(midnight);
  return new Date(
    zone === 'melbourne' ? melbourneMidnight(midnight) : regionMidnight(midnight, zone),
  );
}

/** Returns the day of a timestamp. */
export function toDay(moment: Date, zone: Zone): Day {
  return clockTime(moment, zone).slice(0, 10);
}
