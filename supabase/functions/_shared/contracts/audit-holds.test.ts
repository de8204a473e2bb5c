import { expect, test } from 'vitest';
import { auditHoldInputSchema } from './audit-holds.ts';
import { ID, refusals } from './testing/refusals.ts';

test('a hold applies to everything or to one subject, and has a reason', () => {
  const hold = (given: object) =>
    refusals(auditHoldInputSchema, { reason: 'An enquiry', ...given });
  expect(hold({ kind: 'all' })).toEqual([]);
  for (const kind of ['user', 'participant', 'assistant', 'conversation']) {
    expect(hold({ kind, subjectId: ID })).toEqual([]);
    expect(hold({ kind })).toEqual(['Choose what the hold applies to.']);
  }
  expect(hold({ kind: 'all', subjectId: ID })).toEqual(['Choose what the hold applies to.']);
  expect(hold({ kind: 'role', subjectId: ID })).toHaveLength(1);
  expect(hold({ kind: 'all', reason: ' ' })).toEqual(['Please enter a reason.']);
  expect(hold({ kind: 'all', reason: 'x'.repeat(501) })).toEqual([
    'Reason too long (max 500 chars)',
  ]);
});

test('a missing subject is an error of its field, together with a missing reason', () => {
  const { error } = auditHoldInputSchema.safeParse({ kind: 'user', subjectId: null, reason: '' });
  expect(error?.issues.map(({ path }) => path)).toEqual([['reason'], ['subjectId']]);
});
