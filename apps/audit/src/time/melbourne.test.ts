import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, toDay, isDay, startOfDay } from './days';
import type { Zone } from './zone';
import { clockTime, isoTime, labelledTime } from './clock';

const HOUR = 3_600_000;
const zones: Zone[] = ['melbourne', 'utc'];
const at = (text: string) => new Date(text);

/** Every hour of two years, and some of the moments right before each. */
const hours = Array.from(
  { length: (Date.UTC(2028, 0, 1) - Date.UTC(2026, 0, 1)) / HOUR },
  (_, hour) => Date.UTC(2026, 0, 1) + hour * HOUR,
);

/** Computes the offset independently, from the month in the text of the timestamp. */
function offsetByRule(moment: Date): string {
  const month = moment.toISOString().slice(5, 7);
  return ['10', '11', '12', '01', '02', '03'].includes(month) ? '+11:00' : '+10:00';
}

test('LIMIT-26 Melbourne is at +11:00 from October to March and at +10:00 otherwise, in every hour of two years', () => {
  const moments = hours.flatMap((hour) => [new Date(hour), new Date(hour - 1)]);
  const wrong = moments.filter((moment) => {
    const text = isoTime(moment, 'melbourne');
    // With its offset the text names the same moment.
    return text.slice(-6) !== offsetByRule(moment) || Date.parse(text) !== moment.getTime();
  });
  expect(moments).toHaveLength(2 * 2 * 365 * 24);
  expect(wrong).toEqual([]);
});

test('LIMIT-26 the month is in UTC', () => {
  expect(isoTime(at('2026-09-30T23:59:59.999Z'), 'melbourne')).toBe(
    '2026-10-01T09:59:59.999+10:00',
  );
  expect(isoTime(at('2026-10-01T00:00:00Z'), 'melbourne')).toBe('2026-10-01T11:00:00.000+11:00');
  expect(isoTime(at('2027-03-31T23:59:59.999Z'), 'melbourne')).toBe(
    '2027-04-01T10:59:59.999+11:00',
  );
  expect(isoTime(at('2027-04-01T00:00:00Z'), 'melbourne')).toBe('2027-04-01T10:00:00.000+10:00');
});

test('AUDIT-27 a timestamp is shown in UTC and in Melbourne time, labelled and in 24 hours', () => {
  const summer = at('2026-11-21T10:05:09.500Z');
  expect(labelledTime(summer, 'utc')).toBe('2026-11-21 10:05:09 UTC');
  expect(labelledTime(summer, 'melbourne')).toBe('2026-11-21 21:05:09 AEDT');
  expect(labelledTime(at('2026-07-01T14:30:00Z'), 'melbourne')).toBe('2026-07-02 00:30:00 AEST');
  expect(clockTime(summer, 'melbourne')).toBe('2026-11-21 21:05:09');
});

describe.each(zones)('days in %s', (zone) => {
  test('each hour of two years belongs to the one day whose bounds include it', () => {
    const outside = hours.filter((hour) => {
      const day = toDay(new Date(hour), zone);
      return (
        startOfDay(day, zone).getTime() > hour ||
        startOfDay(addDays(day, 1), zone).getTime() <= hour
      );
    });
    expect(outside).toEqual([]);
  });

  test('any timestamp belongs to one day, and a day starts in itself', () => {
    fc.assert(
      fc.property(
        fc.date({ min: at('2000-01-01'), max: at('2099-12-31'), noInvalidDate: true }),
        (moment) => {
          const day = toDay(moment, zone);
          const [start, end] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)];
          expect(start <= moment && moment < end).toBe(true);
          expect(toDay(start, zone)).toBe(day);
          expect(clockTime(start, zone)).toBe(`${day} 00:00:00`);
          expect(toDay(new Date(start.getTime() - 1), zone)).toBe(addDays(day, -1));
        },
      ),
    );
  });
});

test('a year has one day of 23 hours and one of 25 in Melbourne', () => {
  const days = Array.from({ length: 365 }, (_, index) => addDays('2026-01-01', index));
  const lengths = days.map(
    (day) =>
      (startOfDay(addDays(day, 1), 'melbourne').getTime() -
        startOfDay(day, 'melbourne').getTime()) /
      HOUR,
  );
  expect(days.filter((_, index) => lengths[index] === 23)).toEqual(['2026-10-01']);
  expect(days.filter((_, index) => lengths[index] === 25)).toEqual(['2026-04-01']);
  expect(lengths.filter((length) => length === 24)).toHaveLength(363);
});

test('only existing dates are days', () => {
  for (const day of ['2026-02-28', '2028-02-29', '2026-12-31']) expect(isDay(day)).toBe(true);
  for (const text of [
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '21 Nov',
    '',
    '20261121',
    '9999-12-31',
  ])
    expect(isDay(text)).toBe(false);
});
