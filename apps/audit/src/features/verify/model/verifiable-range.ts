import type { AuditControl } from '../../../state/use-audit-state';
import type { AuditTime } from '../../../state/audit-state';

/** What can be verified by itself. */
export interface VerifiableRange {
  time: AuditTime;
  /** As people call it. */
  name: string;
}

/** The days that are looked at; undefined when that is all of the log. */
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
