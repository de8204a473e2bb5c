// Days are already those of Melbourne.
const dayFormat = new Intl.DateTimeFormat('en-AU', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** Formats a day with its weekday, e.g. 'Tue, 24 Nov'. */
export function formatWeekday(day: string): string {
  return dayFormat.format(new Date(day));
}
