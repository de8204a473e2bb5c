import { expect, test } from 'vitest';
import { planParticipants } from './plan-participants';

const existing = { id: crypto.randomUUID(), display_name: 'Pat', status: 'inactive' as const };

function plan(...rows: { name: string; status?: string }[]) {
  const table = rows.map((cells, index) => ({ line: index + 2, cells: { status: '', ...cells } }));
  return planParticipants(table, { participants: [existing] });
}

test('PEOPLE-18 a row adds a participant, active unless it says otherwise', () => {
  expect(plan({ name: 'Maya Chen' }, { name: 'Tom', status: 'Inactive' })).toMatchObject([
    { title: 'Maya Chen', state: 'new', entry: { display_name: 'Maya Chen', status: 'active' } },
    { title: 'Tom', state: 'new', entry: { display_name: 'Tom', status: 'inactive' } },
  ]);
});

test('PEOPLE-18 a participant with the same name is not added again', () => {
  expect(plan({ name: 'PAT' })).toMatchObject([{ state: 'unchanged' }]);
});

test('SEARCH-02 PEOPLE-18 a name that differs only in the form of its apostrophe is not added again', () => {
  const table = ["Liam O'Brien", 'Liam O`Brien'].map((name, line) => ({ line, cells: { name } }));
  const known = { ...existing, display_name: "Pat O'Brien" };
  expect(
    planParticipants([...table, { line: 2, cells: { name: 'Pat O`Brien' } }], {
      participants: [known],
    }),
  ).toMatchObject([{ state: 'new' }, { state: 'error' }, { state: 'unchanged' }]);
});

test('PEOPLE-18 rows without a valid name or status, and repeated ones, have errors', () => {
  expect(
    plan(
      { name: '' },
      { name: 'Zoë' },
      { name: 'Tom', status: 'gone' },
      { name: 'Sam' },
      { name: 'sam' },
    ),
  ).toMatchObject([
    { line: 2, state: 'error', reason: 'Display name must be at least 2 characters' },
    {
      line: 3,
      state: 'error',
      reason: 'Display name must contain only ASCII printable characters',
    },
    { line: 4, state: 'error', reason: 'Status must be active or inactive' },
    { line: 5, state: 'new' },
    { line: 6, state: 'error', reason: 'The same name is in line 5.' },
  ]);
});
