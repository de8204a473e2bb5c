import type { AuditLog } from '@homie/contracts';
import { expect, test } from 'vitest';
import { countAttempts, firstAction, foldEntries } from './fold-entries';

const entry = (id: string, action: string, second: number, turn?: string): AuditLog => ({
  id,
  user_id: null,
  assistant_id: null,
  conversation_id: null,
  action,
  meta: turn === undefined ? {} : { turn_id: turn },
  created_at: `2026-11-21T10:00:0${second}.000Z`,
  updated_at: `2026-11-21T10:00:0${second}.000Z`,
  user_email: null,
  assistant_label: null,
  assistant_kind: null,
  participant_id: null,
  participant_name: null,
  target_user_id: null,
  target_user_email: null,
});

const entries = [
  entry('6', 'run_succeeded', 6, 'one'),
  entry('5', 'login', 5),
  entry('4', 'run_started', 4, 'one'),
  entry('3', 'run_failed', 3, 'two'),
  entry('2', 'send_message', 2, 'one'),
];

test('entries of one turn fold into one row at the position of the first, others stay', () => {
  const rows = foldEntries(entries, new Set());
  expect(rows.map(({ key, folded }) => [key, folded?.map(({ id }) => id)])).toEqual([
    ['one', ['6', '4', '2']],
    ['5', undefined],
    ['3', undefined],
  ]);
  expect(firstAction(rows[0]?.folded ?? [])).toBe('send_message');
});

test('the entries of an open turn follow it, and none is lost or duplicated', () => {
  const rows = foldEntries(entries, new Set(['one']));
  expect(rows.map(({ key, isNested }) => `${key}${isNested ? ' nested' : ''}`)).toEqual([
    'one',
    '6 nested',
    '4 nested',
    '2 nested',
    '5',
    '3',
  ]);
});

const denied = (
  id: string,
  time: string,
  meta: object,
  user: string | null = 'user',
): AuditLog => ({
  ...entry(id, 'denied', 0),
  created_at: `2026-11-21T${time}.000Z`,
  user_id: user,
  meta: { attempted: 'login', ...meta },
});

test('ACCT-52 failed sign-ins to one account with at most 15 minutes between them fold into one row', () => {
  const rows = foldEntries(
    [
      denied('7', '12:00:00', {}),
      denied('6', '11:46:00', {}, null),
      denied('5', '11:45:00', {}),
      entry('4', 'login', 4),
      denied('3', '11:31:00', { repeats: 5, since: '2026-11-21T11:30:00.000Z' }),
      denied('2', '11:31:00', { attempted: 'second_factor' }),
      denied('1', '11:14:59', {}),
    ],
    new Set(),
  );
  expect(rows.map(({ entry: { id }, folded }) => [id, folded?.map((each) => each.id)])).toEqual([
    ['7', ['7', '5', '3']],
    ['6', undefined],
    ['4', undefined],
    ['2', undefined],
    ['1', undefined],
  ]);
  expect(countAttempts(rows[0]?.folded ?? [])).toEqual({
    kind: 'password',
    count: 7,
    first: new Date('2026-11-21T11:30:00.000Z'),
    last: new Date('2026-11-21T12:00:00.000Z'),
  });
});

test('ACCT-52 failed sign-ins fold in both orders, and other denied entries and turns count no attempts', () => {
  const newest = [denied('2', '11:10:00', {}), denied('1', '11:00:00', {})];
  for (const order of [newest, newest.toReversed()])
    expect(foldEntries(order, new Set()).map(({ folded }) => folded?.length)).toEqual([2]);
  const others = newest.map((each) => ({ ...each, meta: { attempted: 'upload_file' } }));
  expect(foldEntries(others, new Set())).toHaveLength(2);
  expect(countAttempts(entries.filter(({ meta }) => meta.turn_id === 'one'))).toBeUndefined();
});
