import { melbourneClock, melbourneMidnight } from './melbourne';

/** Whose days and clock are meant. */
export type Zone = 'melbourne' | 'utc';

/** A day of the calendar, `YYYY-MM-DD`. */
export type Day = string;

/** Within what the database and `Date` can both hold, also a day later. */
const DAY = /^((?:19|2\d)\d{2})-(\d{2})-(\d{2})$/;

function midnightInUtc(day: Day): number {
  const [, year, month, date] = DAY.exec(day) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(date));
}

/** Whether a text names a day that there is, so not the 30th of February. */
export function isDay(text: string): boolean {
  const midnight = midnightInUtc(text);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text);
}

/** The day so many days later, or earlier for a negative number. */
export function addDays(day: Day, days: number): Day {
  const date = new Date(midnightInUtc(day));
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/**
 * The moment at which a day begins. It ends where the next one begins: `[startOfDay(day), startOfDay(addDays(day, 1)))`
 * holds each of its hours once, also of the two days a year that have 23 and 25.
 */
export function startOfDay(day: Day, zone: Zone): Date {
  const midnight = midnightInUtc(day);
  return new Date(zone === 'utc' ? midnight : melbourneMidnight(midnight));
}

/** The day that a moment belongs to. */
export function dayOf(moment: Date, zone: Zone): Day {
  const clock = zone === 'utc' ? moment.toISOString() : melbourneClock(moment.getTime());
  return clock.slice(0, 10);
}
