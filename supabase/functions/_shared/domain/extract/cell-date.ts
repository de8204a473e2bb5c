const DAY_MS = 86_400_000;
/** Day 0 of the 1900 date system, moved by one day for 29 February, which 1900 did not have. */
const FROM_1900 = Date.UTC(1899, 11, 30);
const FROM_1904 = Date.UTC(1904, 0, 1);

/** The IDs of the built-in number formats for dates and times (ECMA-376, 18.8.30). */
export const DATE_FORMATS: ReadonlySet<number> = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51,
  52, 53, 54, 55, 56, 57, 58,
]);

/** Returns true if a custom number format shows dates or times. */
export function isDateFormat(format: string): boolean {
  const positive = format.split(';')[0] ?? '';
  return /[ymdhs]/i.test(positive.replaceAll(/"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, ''));
}

/** Formats a serial number as the date or time that a sheet shows for it, in the order of ISO 8601. */
export function cellDate(number: number, countsFrom1904: boolean): string {
  const day = Math.floor(number);
  const time = new Date(
    (countsFrom1904 ? FROM_1904 : FROM_1900) + Math.round((number * DAY_MS) / 1000) * 1000,
  );
  if (Number.isNaN(time.getTime())) return String(number);
  const [date = '', clock = ''] = time.toISOString().split(/[T.]/);
  const short = clock.endsWith(':00') ? clock.slice(0, 5) : clock;
  if (day === 0 && number > 0) return short;
  return clock === '00:00:00' ? date : `${date} ${short}`;
}
