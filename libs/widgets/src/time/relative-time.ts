const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const FULL = { dateStyle: 'full', timeStyle: 'short' } as const;
const DAY = { day: 'numeric', month: 'short' } as const;
const DAY_AND_YEAR = { ...DAY, year: 'numeric' } as const;

const formats = new Map<string | undefined, Map<object, Intl.DateTimeFormat>>();

/** Each way to write a moment is made once: to make it takes a hundred times as long as to use it. */
function format(moment: Date, locale: string | undefined, options: Intl.DateTimeFormatOptions) {
  const ofLocale = formats.get(locale) ?? new Map<object, Intl.DateTimeFormat>();
  formats.set(locale, ofLocale);
  const known = ofLocale.get(options) ?? new Intl.DateTimeFormat(locale, options);
  ofLocale.set(options, known);
  return known.format(moment);
}

/**
 * A moment as a person would say it: 'just now', '5 min ago', '3 h ago' within today, 'yesterday', then the date.
 * @param locale of the dates; the browser's own by default
 */
export function relativeTime(moment: Date, now: Date, locale?: string): string {
  const age = now.getTime() - moment.getTime();
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  const isToday = moment.toDateString() === now.toDateString();
  // A server clock that runs ahead gives a moment just after now.
  if (age < MINUTE && age > -HOUR) return 'just now';
  if (isToday && age < HOUR && age > 0) return `${Math.floor(age / MINUTE)} min ago`;
  if (isToday && age > 0) return `${Math.floor(age / HOUR)} h ago`;
  if (moment.toDateString() === yesterday.toDateString()) return 'yesterday';
  const sameYear = moment.getFullYear() === now.getFullYear();
  return format(moment, locale, sameYear ? DAY : DAY_AND_YEAR);
}

/** The same moment in full, for hovering and for screen readers. */
export function fullTime(moment: Date, locale?: string): string {
  return format(moment, locale, FULL);
}
