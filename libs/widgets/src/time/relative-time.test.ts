import { timeZone } from '@homie/composition';
import { afterEach, expect, test } from 'vitest';
import { formatMonth, fullTime, relativeTime } from './relative-time.ts';

afterEach(() => timeZone.setState(undefined));

const now = new Date(2026, 10, 21, 15, 30);
const at = (...parts: [number, number, number, number, number]) =>
  relativeTime(new Date(...parts), now);

test('today is shown as a distance', () => {
  expect(at(2026, 10, 21, 15, 30)).toBe('just now');
  expect(at(2026, 10, 21, 15, 25)).toBe('5 min ago');
  expect(at(2026, 10, 21, 14, 31)).toBe('59 min ago');
  expect(at(2026, 10, 21, 14, 30)).toBe('1 h ago');
  expect(at(2026, 10, 21, 0, 5)).toBe('15 h ago');
});

test('a clock ahead shows no future time', () => {
  expect(at(2026, 10, 21, 15, 31)).toBe('just now');
});

test('an earlier day is shown as a date, with its year if it differs', () => {
  expect(at(2026, 10, 20, 23, 59)).toBe('yesterday');
  expect(at(2026, 10, 19, 23, 59)).toBe('19 Nov');
  expect(at(2025, 10, 19, 12, 0)).toBe('19 Nov 2025');
  expect(at(2026, 8, 14, 12, 0)).toBe('14 Sep');
  expect(at(2026, 6, 16, 12, 0)).toBe('16 Jul');
});

test('late yesterday is yesterday, even shortly after midnight', () => {
  const midnight = new Date(2026, 10, 21, 0, 10);
  expect(relativeTime(new Date(2026, 10, 20, 23, 50), midnight)).toBe('yesterday');
});

test('the full time contains the weekday, date and time', () => {
  expect(fullTime(new Date(2026, 10, 21, 15, 30))).toMatch(/Saturday.*21 November 2026.*3:30/);
});

test('ACCT-55 days and times are those of the chosen time zone', () => {
  const moment = new Date('2026-11-21T02:30:00Z');
  const later = new Date('2026-11-21T09:00:00Z');
  timeZone.setState('Asia/Tokyo');
  expect(relativeTime(moment, later)).toBe('6 h ago');
  expect(fullTime(moment)).toMatch(/Saturday.*21 November 2026.*11:30/);
  timeZone.setState('America/Los_Angeles');
  expect(relativeTime(moment, later)).toBe('yesterday');
  expect(fullTime(moment)).toMatch(/Friday.*20 November 2026.*6:30/);
  expect(formatMonth(new Date('2026-12-01T02:00:00Z'))).toBe('November 2026');
});
