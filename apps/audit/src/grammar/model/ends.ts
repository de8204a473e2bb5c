import { addDays, isDay } from '../../time';

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i;

/** What stands behind `after:` for the last 14 days up to now. */
export const RECENT = '14d';

/** Which end of the dates a field sets. `after` includes its day, `before` does not. */
export type DateField = 'after' | 'before';

/**
 * The end that a value names: a day as the state has it, where both ends are included, or a moment with its offset.
 * Undefined for anything else.
 */
export function readEnd(text: string, field: DateField): string | undefined {
  if (isDay(text)) {
    const day = field === 'after' ? text : addDays(text, -1);
    return isDay(day) ? day : undefined;
  }
  if (!MOMENT.test(text) || !isDay(text.slice(0, 10))) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** An end as it is written behind its field. */
export function printEnd(end: string, field: DateField): string {
  if (isDay(end)) return field === 'after' ? end : addDays(end, 1);
  return end.replace('.000Z', 'Z');
}
