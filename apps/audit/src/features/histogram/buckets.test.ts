import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bucketDates, bucketEdges } from './buckets';

const hour = 3_600_000;
const edges = (from: string, hours: number, max = 60) =>
  bucketEdges(new Date(from), new Date(Date.parse(from) + hours * hour), {
    zone: 'melbourne',
    max,
  }).map((edge) => edge.toISOString().slice(0, 16));

test('buckets start at round times of the displayed time zone and are clipped to the range', () => {
  expect(edges('2026-11-21T10:00:30Z', 2, 10)).toEqual([
    '2026-11-21T10:00',
    '2026-11-21T10:15',
    '2026-11-21T10:30',
    '2026-11-21T10:45',
    '2026-11-21T11:00',
    '2026-11-21T11:15',
    '2026-11-21T11:30',
    '2026-11-21T11:45',
    '2026-11-21T12:00',
    '2026-11-21T12:00',
  ]);
  // Midnight in Melbourne is 13:00 UTC.
  expect(edges('2026-11-07T10:00:00Z', 14 * 24).slice(0, 3)).toEqual([
    '2026-11-07T10:00',
    '2026-11-07T13:00',
    '2026-11-08T13:00',
  ]);
});

test('a low number of buckets makes them wider', () => {
  const count = (hours: number) => edges('2026-11-07T10:00:00Z', hours, 6).length - 1;
  expect([1, 24, 7 * 24, 14 * 24].map(count)).toEqual([4, 5, 3, 5]);
});

test('edges ascend from the start of any range to its end, within the maximum', () => {
  const moment = fc.integer({ min: Date.parse('2001-01-01'), max: Date.parse('2060-01-01') });
  fc.assert(
    fc.property(
      moment,
      fc.integer({ min: 1, max: 1e12 }),
      fc.integer({ min: 10, max: 120 }),
      (start, length, max) => {
        const [from, to] = [new Date(start), new Date(start + length)];
        const found = bucketEdges(from, to, { zone: 'melbourne', max });
        expect(found.map(Number)).toEqual(
          [...new Set(found.map(Number))].toSorted((a, b) => a - b),
        );
        expect(found.length - 1).toBeLessThanOrEqual(max + 1);
        expect([found[0], found.at(-1)]).toEqual([from, to]);
      },
    ),
  );
});

test('a bucket of whole days has dates, any other one timestamps', () => {
  const dates = (start: string, end: string) =>
    bucketDates(new Date(start), new Date(end), 'melbourne');
  expect(dates('2026-11-07T13:00:00Z', '2026-11-08T13:00:00Z')).toEqual({
    from: '2026-11-08',
    to: '2026-11-08',
  });
  expect(dates('2026-11-07T10:00:00Z', '2026-11-07T13:00:00Z')).toEqual({
    from: '2026-11-07T10:00:00.000Z',
    to: '2026-11-07T13:00:00.000Z',
  });
});
