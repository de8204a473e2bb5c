import type { DateRange } from '../../../state/audit-state';

/** Returns the file name of an export: `audit-{from}-{to}` with the days as YYYYMMDD, or 'all' at an open end. */
export function exportFileName({ from, to }: DateRange, ending: 'csv' | 'jsonl'): string {
  return `audit-${compact(from)}-${compact(to)}.${ending}`;
}

const compact = (day: string | undefined) => day?.replaceAll('-', '') ?? 'all';
