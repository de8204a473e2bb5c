import type { AuditControl } from '../../../state/use-audit-state';
import type { AuditTime } from '../../../state/audit-state';

/** A time range that can be verified separately. */
export interface VerifiableRange {
  time: AuditTime;
  /** The display name. */
  name: string;
}

/** Returns the shown days; undefined if they are the whole log. */
export function verifiableRange({
  filter: { from, to },
  days,
}: Pick<AuditControl, 'filter' | 'days'>): VerifiableRange | undefined {
  if (from === undefined && to === undefined) return undefined;
  const [first, last] = [days.from && dayName(days.from), days.to && dayName(days.to)];
  if (first === last && first) return { time: { from, to }, name: first };
  const name = first ? (last ? `${first} to ${last}` : `Since ${first}`) : `Up to ${last}`;
  return { time: { from, to }, name };
}

function dayName(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-AU', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
