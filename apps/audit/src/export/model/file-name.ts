import { addDays, dayOf, startOfDay, type Zone } from '../../time';

/** The dates of a search: `from` is included, `to` is not. */
export interface ExportRange {
  from?: string | undefined;
  to?: string | undefined;
}

const compact = (day: string) => day.replaceAll('-', '');

/**
 * The name of an export: `audit-{from}-{to}.csv`, each as YYYYMMDD or 'all'. An end at midnight closes the day before,
 * which is the day that the person chose.
 */
export function exportFileName(
  { from, to }: ExportRange,
  ending: 'csv' | 'jsonl',
  zone: Zone,
): string {
  return `audit-${from ? firstDay(from, zone) : 'all'}-${to ? lastDay(to, zone) : 'all'}.${ending}`;
}

function firstDay(from: string, zone: Zone): string {
  return compact(dayOf(new Date(from), zone));
}

function lastDay(to: string, zone: Zone): string {
  const end = new Date(to);
  const day = dayOf(end, zone);
  const isMidnight = startOfDay(day, zone).getTime() === end.getTime();
  return compact(isMidnight ? addDays(day, -1) : day);
}
