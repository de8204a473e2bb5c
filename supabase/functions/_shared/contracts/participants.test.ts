import { expect, test } from 'vitest';
import { participantInputSchema } from './participants.ts';
import { refusals } from './testing/refusals.ts';

test("RULE-21 a name beyond printable ASCII is refused with 'Display name must contain only ASCII printable characters'", () => {
  for (const display_name of ['Zoë', 'A\tB', 'A\nB', '名前']) {
    expect(refusals(participantInputSchema, { display_name, status: 'active' })).toEqual([
      'Display name must contain only ASCII printable characters',
    ]);
  }
});

test("RULE-22 a status is required ('Status is required') and is active or inactive", () => {
  for (const status of [undefined, '']) {
    expect(refusals(participantInputSchema, { display_name: 'Ava', status })).toEqual([
      'Status is required',
    ]);
  }
  expect(refusals(participantInputSchema, { display_name: 'Ava', status: 'inactive' })).toEqual([]);
  expect(refusals(participantInputSchema, { display_name: 'Ava', status: 'gone' })).toEqual([
    'Status must be active or inactive',
  ]);
});

test('LIMIT-15 a name has 2 to 80 characters', () => {
  const issues = (length: number) =>
    refusals(participantInputSchema, { display_name: 'x'.repeat(length), status: 'active' });
  expect(issues(1)).toEqual(['Display name must be at least 2 characters']);
  expect(issues(2)).toEqual([]);
  expect(issues(80)).toEqual([]);
  expect(issues(81)).toEqual(['Display name must be at most 80 characters']);
});
