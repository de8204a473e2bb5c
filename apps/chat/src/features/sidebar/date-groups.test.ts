import { timeZone } from '@homie/composition';
import type { ConversationRow } from '@homie/contracts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { dateGroup, groupByDate } from './date-groups';

beforeAll(() => vi.stubEnv('TZ', 'Australia/Melbourne'));
afterAll(() => vi.unstubAllEnvs());

/** A moment on the device's clock, e.g. '2026-11-21 09:00'. */
const at = (text: string) => new Date(text.replace(' ', 'T'));
const now = at('2026-11-21 09:00');

describe('dateGroup', () => {
  test.each([
    ['2026-11-21 00:00', 'Today'],
    ['2026-11-21 08:59', 'Today'],
    ['2026-11-20 23:59', 'Yesterday'],
    ['2026-11-20 00:00', 'Yesterday'],
    ['2026-11-19 23:59', 'Previous 7 days'],
    ['2026-11-14 00:00', 'Previous 7 days'],
    ['2026-11-13 23:59', 'Previous 30 days'],
    ['2026-10-22 00:00', 'Previous 30 days'],
    ['2026-10-21 23:59', 'October 2026'],
    ['2025-11-21 09:00', 'November 2025'],
  ])('%s is %s', (moment, label) => expect(dateGroup(at(moment), now)).toBe(label));

  test('a future date, from a server whose clock is ahead, is today', () =>
    expect(dateGroup(at('2026-11-22 00:01'), at('2026-11-21 23:59'))).toBe('Today'));

  test('uses the calendar day of the device, not of the server', () => {
    // 14:30 UTC on the 20th is half past one in the morning of the 21st in Melbourne.
    expect(dateGroup(new Date('2026-11-20T14:30:00Z'), now)).toBe('Today');
  });

  test('ACCT-55 uses the calendar day of the chosen time zone', () => {
    timeZone.setState('Pacific/Honolulu');
    expect(dateGroup(new Date('2026-11-20T09:30:00Z'), now)).toBe('Yesterday');
    expect(dateGroup(new Date('2026-10-01T09:30:00Z'), now)).toBe('September 2026');
    timeZone.setState(undefined);
  });

  test('counts days of 23 and 25 hours as one day', () => {
    // Clocks in Melbourne go forward on 4 October 2026 and back on 5 April 2026.
    expect(dateGroup(at('2026-10-03 23:30'), at('2026-10-04 23:30'))).toBe('Yesterday');
    expect(dateGroup(at('2026-10-03 00:00'), at('2026-10-05 00:00'))).toBe('Previous 7 days');
    expect(dateGroup(at('2026-09-28 00:00'), at('2026-10-05 00:00'))).toBe('Previous 7 days');
    expect(dateGroup(at('2026-04-04 23:59'), at('2026-04-05 23:59'))).toBe('Yesterday');
    expect(dateGroup(at('2026-04-05 00:00'), at('2026-04-05 23:59'))).toBe('Today');
  });

  test('in the first days of a year, the groups include the previous year', () => {
    expect(dateGroup(at('2026-12-31 12:00'), at('2027-01-01 00:01'))).toBe('Yesterday');
    expect(dateGroup(at('2026-12-01 12:00'), at('2027-01-01 12:00'))).toBe('December 2026');
  });
});

test('lists rows under one heading per group, pinned ones first whatever their date', () => {
  const row = (title: string, updated_at: string, pinned = false) =>
    ({ title, updated_at: at(updated_at).toISOString(), pinned }) as ConversationRow; // the fields that the groups use
  const entries = groupByDate(
    [
      row('Old but pinned', '2026-01-05 10:00', true),
      row('This morning', '2026-11-21 08:00'),
      row('At midnight', '2026-11-21 00:00'),
      row('Last night', '2026-11-20 22:00'),
      row('In spring', '2026-10-01 12:00'),
    ],
    now,
  );
  expect(
    entries.map((entry) => (entry.kind === 'row' ? entry.row.title : `# ${entry.label}`)),
  ).toEqual([
    '# Pinned',
    'Old but pinned',
    '# Today',
    'This morning',
    'At midnight',
    '# Yesterday',
    'Last night',
    '# October 2026',
    'In spring',
  ]);
});
