import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockTime, labelledTime } from './clock';
import { addDays, startOfDay, toDay } from './days';

/** Zones whose clocks change at midnight, by half an hour, or not at all. */
const REGIONS = [
  'America/Santiago',
  'America/Havana',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
] as const;

test('ACCT-55 a timestamp is shown in the time of any region, labelled and in 24 hours', () => {
  const moment = new Date('2026-11-21T15:05:09.500Z');
  expect(clockTime(moment, 'Asia/Tokyo')).toBe('2026-11-22 00:05:09');
  expect(labelledTime(moment, 'Asia/Tokyo')).toBe('2026-11-22 00:05:09 GMT+9');
  expect(labelledTime(moment, 'Australia/Perth')).toBe('2026-11-21 23:05:09 AWST');
});

test.each(REGIONS)(
  'each time belongs to one day of %s, whose start is its first moment',
  (zone) => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('2020-01-01'),
          max: new Date('2035-12-31'),
          noInvalidDate: true,
        }),
        (moment) => {
          const day = toDay(moment, zone);
          const [start, end] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)];
          expect(start <= moment && moment < end).toBe(true);
          expect(toDay(start, zone)).toBe(day);
          expect(toDay(new Date(start.getTime() - 1), zone)).toBe(addDays(day, -1));
        },
      ),
    );
  },
);

test('a day that starts at one o’clock, and one whose midnight happens twice, start once', () => {
  expect(startOfDay('2026-09-06', 'America/Santiago').toISOString()).toBe(
    '2026-09-06T04:00:00.000Z',
  );
  expect(clockTime(startOfDay('2026-09-06', 'America/Santiago'), 'America/Santiago')).toBe(
    '2026-09-06 01:00:00',
  );
  expect(startOfDay('2026-11-01', 'America/Havana').toISOString()).toBe('2026-11-01T04:00:00.000Z');
});
