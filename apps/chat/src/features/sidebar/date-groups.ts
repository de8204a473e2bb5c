import type { ConversationRow } from '@homie/contracts';
import { daysBetween, formatMonth } from '@homie/widgets';

/** An entry of the list: a heading or a conversation. */
export type ListEntry = { kind: 'heading'; label: string } | { kind: 'row'; row: ConversationRow };

/** Returns the heading for a date: 'Today', 'Yesterday', 'Previous 7 days', 'Previous 30 days', then the month. */
export function dateGroup(moment: Date, now: Date): string {
  const days = daysBetween(moment, now);
  // A server clock that runs ahead can already be in tomorrow.
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days <= 7) return 'Previous 7 days';
  if (days <= 30) return 'Previous 30 days';
  return formatMonth(moment);
}

/** Groups the conversations under headings. Expects them in list order: pinned first, then the newest. */
export function groupByDate(rows: readonly ConversationRow[], now: Date): ListEntry[] {
  const entries: ListEntry[] = [];
  let heading: string | undefined;
  for (const row of rows) {
    const label = row.pinned ? 'Pinned' : dateGroup(new Date(row.updated_at), now);
    if (label !== heading) entries.push({ kind: 'heading', label });
    heading = label;
    entries.push({ kind: 'row', row });
  }
  return entries;
}
