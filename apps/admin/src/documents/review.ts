/** Returns the day of a moment in Melbourne as YYYY-MM-DD. */
export function melbourneDay(moment: string | Date): string {
  return new Date(moment).toLocaleDateString('en-CA', { timeZone: 'Australia/Melbourne' });
}

/** Returns the current day in Melbourne as YYYY-MM-DD. */
export function today(): string {
  return melbourneDay(new Date());
}

/** Returns true from the day on which a document should be reviewed. */
export function isDue({ review_on, archived }: { review_on: string | null; archived: boolean }) {
  return review_on !== null && !archived && review_on <= today();
}

/** Formats a day, e.g. '1 Mar 2027'. */
export function formatDay(day: string): string {
  return new Date(`${day}T00:00:00`).toLocaleDateString('en-AU', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
}
