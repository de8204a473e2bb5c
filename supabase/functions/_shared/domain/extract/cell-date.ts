const DAY_MS = 86_400_000;
/** Day 0 of the 1900 date system, moved by one day for 29 February, which 1900 did not have. */
const FROM_1900 = Date.UTC(1899, 11, 30);
const FROM_1904 = Date.UTC(1904, 0, 1);

/**
 * Formats a serial number as the date or time that a sheet shows for it, in the order of ISO 8601.
 * @param hasTime false if the sheet shows only the date
 */
export function cellDate(number: number, countsFrom1904: boolean, hasTime = true): string {
  const day = Math.floor(number);
  const time = new Date(
    (countsFrom1904 ? FROM_1904 : FROM_1900) + Math.round((number * DAY_MS) / 1000) * 1000,
  );
  if (Number.isNaN(time.getTime())) return String(number);
  const shown = time.toISOString();
  const [date, clock] = [shown.slice(0, -14), shown.slice(-13, -5)];
  const short = clock.endsWith(':00') ? clock.slice(0, 5) : clock;
  if (day === 0 && number > 0) return short;
  return !hasTime || clock === '00:00:00' ? date : `${date} ${short}`;
}
