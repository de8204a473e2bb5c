import { addDays, isDay } from '../../../../time/days';
import { isRelative } from '../../../../time/relative';

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i;

/** A field that sets one end of the dates. `after` includes its day, `before` does not. */
export type DateField = 'after' | 'before';

/**
 * Parses the value of a date field: a day as in the state, where both ends are included, a timestamp with its offset,
 * or a time relative to now. Undefined for anything else.
 */
export function readEnd(text: string, field: DateField): string | undefined {
  if (isRelative(text.toLowerCase())) return text.toLowerCase();
  if (isDay(text)) {
    const day = field === 'after' ? text : addDays(text, -1);
    return isDay(day) ? day : undefined;
  }
  if (!MOMENT.test(text) || !isDay(text.slice(0, 10))) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Formats an end of the dates as the value of its field. */
export function printEnd(end: string, field: DateField): string {
  if (isDay(end)) return field === 'after' ? end : addDays(end, 1);
  return end.replace('.000Z', 'Z');
}
