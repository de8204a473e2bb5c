import type { AuditLog } from '@homie/contracts';
import { expect, test } from 'vitest';
import { firstAction, foldTurns } from './fold-turns';

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
  const rows = foldTurns(entries, new Set());
  expect(rows.map(({ key, folded }) => [key, folded?.map(({ id }) => id)])).toEqual([
    ['one', ['6', '4', '2']],
    ['5', undefined],
    ['3', undefined],
  ]);
  expect(firstAction(rows[0]?.folded ?? [])).toBe('send_message');
});

test('the entries of an open turn follow it, and none is lost or duplicated', () => {
  const rows = foldTurns(entries, new Set(['one']));
  expect(rows.map(({ key, isNested }) => `${key}${isNested ? ' nested' : ''}`)).toEqual([
    'one',
    '6 nested',
    '4 nested',
    '2 nested',
    '5',
    '3',
  ]);
});
