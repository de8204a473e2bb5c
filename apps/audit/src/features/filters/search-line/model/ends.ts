import { clockTime } from '../../../../time/clock';
import { addDays, isDay, startOfDay, toDay, type Day } from '../../../../time/days';
import { isRelative } from '../../../../time/relative';
import { ownZone } from '../../../../time/zone';

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i;

/** A field that sets one end of the dates. `after` includes its day, `before` does not. */
export type DateField = 'after' | 'before';

/** A day and a time of the clock, without an offset. */
const CLOCK = /^(\S+)[ T](\d{1,2}):(\d{2})$/i;

/** A day as Australians write it. */
const DAY_FIRST = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/;

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Returns the day that a text names: `2026-11-21`, `21/11/2026`, `today`, `yesterday`, or the latest `Tuesday`. */
function readDay(text: string): Day | undefined {
  if (isDay(text)) return text;
  const [, day = '', , month = '', year] = DAY_FIRST.exec(text) ?? [];
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (isDay(written)) return written;
  const today = toDay(new Date(), ownZone());
  const word = text.toLowerCase();
  if (word === 'today') return today;
  if (word === 'yesterday') return addDays(today, -1);
  const weekday = WEEKDAYS.findIndex((name) => name === word || name.slice(0, 3) === word);
  if (weekday < 0) return undefined;
  return addDays(today, -((new Date(today).getUTCDay() - weekday + 7) % 7));
}

/** Returns the moment at which the user's clock shows a time on a day; undefined if it never does. */
function readClock(text: string): string | undefined {
  const [, dayText = '', hour = '', minute = ''] = CLOCK.exec(text) ?? [];
  const day = readDay(dayText);
  if (day === undefined) return undefined;
  const zone = ownZone();
  const wanted = `${day} ${hour.padStart(2, '0')}:${minute}`;
  const start = startOfDay(day, zone).getTime() + (Number(hour) * 60 + Number(minute)) * 60_000;
  // On a day of 23 or 25 hours, the clock is an hour before or after the time since midnight.
  const found = [0, -1, 1]
    .map((hours) => new Date(start + hours * 3_600_000))
    .find((moment) => clockTime(moment, zone).startsWith(wanted));
  return found?.toISOString();
}

/**
 * Parses the value of a date field: a day as in the state, where both ends are included, a timestamp, or a time relative
 * to now. A timestamp without an offset is a time of the user's clock. Undefined for anything else.
 */
export function readEnd(text: string, field: DateField): string | undefined {
  if (isRelative(text.toLowerCase())) return text.toLowerCase();
  const named = readDay(text);
  if (named !== undefined) {
    const day = field === 'after' ? named : addDays(named, -1);
    return isDay(day) ? day : undefined;
  }
  if (CLOCK.test(text)) return readClock(text);
  if (!MOMENT.test(text) || !isDay(text.slice(0, 10))) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Formats an end of the dates as the value of its field. */
export function printEnd(end: string, field: DateField): string {
  if (isDay(end)) return field === 'after' ? end : addDays(end, 1);
  return end.replace('.000Z', 'Z');
}
