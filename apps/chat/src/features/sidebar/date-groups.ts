import type { ConversationRow } from '@homie/contracts';

/** What stands in the list one under the other: headings and the conversations below each. */
export type ListEntry = { kind: 'heading'; label: string } | { kind: 'row'; row: ConversationRow };

const DAY_MS = 86_400_000;

/** The number of a moment's calendar day on this device. Counted in UTC, where every day has 24 hours. */
function dayNumber(moment: Date): number {
  return Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / DAY_MS;
}

/**
 * The heading for a moment: 'Today', 'Yesterday', 'Previous 7 days', 'Previous 30 days', then the month.
 * @param locale of the months' names; the browser's own by default
 */
export function dateGroup(moment: Date, now: Date, locale?: string): string {
  const days = dayNumber(now) - dayNumber(moment);
  // A server clock that runs ahead can be in tomorrow already.
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days <= 7) return 'Previous 7 days';
  if (days <= 30) return 'Previous 30 days';
  return moment.toLocaleDateString(locale, { month: 'long', year: 'numeric' });
}

/** The conversations under their headings. They come pinned first and then the newest, as the list has them. */
export function groupByDate(
  rows: readonly ConversationRow[],
  now: Date,
  locale?: string,
): ListEntry[] {
  const entries: ListEntry[] = [];
  let heading: string | undefined;
  for (const row of rows) {
    const label = row.pinned ? 'Pinned' : dateGroup(new Date(row.updated_at), now, locale);
    if (label !== heading) entries.push({ kind: 'heading', label });
    heading = label;
    entries.push({ kind: 'row', row });
  }
  return entries;
}
