import { timeZone } from '@homie/composition';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const FORMATS = {
  full: { dateStyle: 'full', timeStyle: 'short' },
  date: { day: 'numeric', month: 'short' },
  dateOfYear: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  /** In Swedish `2026-11-21`. */
  day: { dateStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns a cached formatter: creating one is a hundred times slower than using it. Dates are in the language of the
 * product, as its texts and numbers are, whatever the language of the browser.
 */
function formatter(name: keyof typeof FORMATS) {
  const zone = timeZone.getState();
  const key = `${name} ${zone}`;
  const locale = name === 'day' ? 'sv' : 'en-AU';
  const known =
    formatters.get(key) ?? new Intl.DateTimeFormat(locale, { ...FORMATS[name], timeZone: zone });
  formatters.set(key, known);
  return known;
}

/** Returns the calendar day of a time, `YYYY-MM-DD`. Without a chosen zone it follows a device that travels. */
function dayOf(moment: Date): string {
  if (timeZone.getState() !== undefined) return formatter('day').format(moment);
  const midnight = Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
  return new Date(midnight).toISOString().slice(0, 10);
}

/** Returns the number of calendar days from one time to a later one. Counted in UTC, where every day has 24 hours. */
export function daysBetween(moment: Date, later: Date): number {
  return (Date.parse(dayOf(later)) - Date.parse(dayOf(moment))) / DAY;
}

/** Formats a day with three letters of the month, which line up in a column: en-AU has 'Sept', 'June' and 'July'. */
function formatDay(moment: Date, name: 'date' | 'dateOfYear') {
  return formatter(name)
    .formatToParts(moment)
    .map(({ type, value }) => (type === 'month' ? value.slice(0, 3) : value))
    .join('');
}

/** Formats a time in everyday words: 'just now', '5 min ago', '3 h ago' within today, 'yesterday', then the date. */
export function relativeTime(moment: Date, now: Date): string {
  const age = now.getTime() - moment.getTime();
  const days = daysBetween(moment, now);
  // A server clock that is ahead gives a time just after now.
  if (age < MINUTE && age > -HOUR) return 'just now';
  if (days === 0 && age < HOUR && age > 0) return `${Math.floor(age / MINUTE)} min ago`;
  if (days === 0 && age > 0) return `${Math.floor(age / HOUR)} h ago`;
  if (days === 1) return 'yesterday';
  const sameYear = dayOf(moment).slice(0, 4) === dayOf(now).slice(0, 4);
  return formatDay(moment, sameYear ? 'date' : 'dateOfYear');
}

/** Formats the same time in full, for hovering and for screen readers. */
export function fullTime(moment: Date): string {
  return formatter('full').format(moment);
}

/** Formats the month of a time: 'October 2026'. */
export function formatMonth(moment: Date): string {
  return formatter('month').format(moment);
}
