import { expect, test } from 'vitest';
import { cellDate } from './cell-date.ts';

test.each([
  [46_000, false, '2025-12-09'],
  [44_538, true, '2025-12-09'],
  [46_000.5, false, '2025-12-09 12:00'],
  [46_000.000_01, false, '2025-12-09 00:00:01'],
  // Seconds are rounded, so that a sum of fractions does not show 11:59:59.
  [46_000.499_999_99, false, '2025-12-09 12:00'],
  [0.25, false, '06:00'],
  [0.25 + 1 / 86_400, false, '06:00:01'],
  [0.25, true, '06:00'],
  [0, true, '1904-01-01'],
  [1e12, false, '1000000000000'],
])('%d (from 1904: %s) is formatted as %s', (number, countsFrom1904, shown) => {
  expect(cellDate(number, countsFrom1904)).toBe(shown);
});

test('a time is omitted if the sheet shows only the date', () => {
  expect(cellDate(46_000.5, false, false)).toBe('2025-12-09');
});
