const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const FULL = { dateStyle: 'full', timeStyle: 'short' } as const;
const DAY = { day: 'numeric', month: 'short' } as const;
const DAY_AND_YEAR = { ...DAY, year: 'numeric' } as const;

const formats = new Map<string | undefined, Map<object, Intl.DateTimeFormat>>();

/** Returns a cached formatter: creating one is a hundred times slower than using it. */
function formatter(locale: string | undefined, options: Intl.DateTimeFormatOptions) {
  const ofLocale = formats.get(locale) ?? new Map<object, Intl.DateTimeFormat>();
  formats.set(locale, ofLocale);
  const known = ofLocale.get(options) ?? new Intl.DateTimeFormat(locale, options);
  ofLocale.set(options, known);
  return known;
}

/** Formats a day with three letters of the month, which line up in a column: en-AU has 'Sept', 'June' and 'July'. */
function formatDay(moment: Date, locale: string | undefined, options: Intl.DateTimeFormatOptions) {
  return formatter(locale, options)
    .formatToParts(moment)
    .map(({ type, value }) => (type === 'month' ? value.slice(0, 3) : value))
    .join('');
}

/**
 * Formats a time in everyday words: 'just now', '5 min ago', '3 h ago' within today, 'yesterday', then the date.
 * @param locale of the dates; the browser's own by default
 */
export function relativeTime(moment: Date, now: Date, locale?: string): string {
  const age = now.getTime() - moment.getTime();
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  const isToday = moment.toDateString() === now.toDateString();
  // A server clock that is ahead gives a time just after now.
  if (age < MINUTE && age > -HOUR) return 'just now';
  if (isToday && age < HOUR && age > 0) return `${Math.floor(age / MINUTE)} min ago`;
  if (isToday && age > 0) return `${Math.floor(age / HOUR)} h ago`;
  if (moment.toDateString() === yesterday.toDateString()) return 'yesterday';
  const sameYear = moment.getFullYear() === now.getFullYear();
  return formatDay(moment, locale, sameYear ? DAY : DAY_AND_YEAR);
}

/** Formats the same time in full, for hovering and for screen readers. */
export function fullTime(moment: Date, locale?: string): string {
  return formatter(locale, FULL).format(moment);
}
