import type { AuditHold } from '@homie/contracts';
import { expect, test } from 'vitest';
import { describeHold, holdSubject } from './describe-hold';

const ID = '4d1f3c1e-0000-4000-8000-00000000000a';

test('a hold is described by its scope, author and reason', () => {
  const hold: AuditHold = {
    id: ID,
    kind: 'all',
    subjectId: null,
    reason: 'Court order 12',
    setBy: null,
    setAt: '2026-11-21T10:00:00Z',
    liftedBy: null,
    liftedAt: null,
  };
  expect(describeHold(hold)).toBe('All records and entries, placed by an operator: Court order 12');
  expect(describeHold({ ...hold, kind: 'user', subjectId: ID, setBy: 'ava@test.example' })).toBe(
    'The user 4d1f3c1e..., with all records and entries, placed by ava@test.example: Court order 12',
  );
  expect(holdSubject({ kind: 'user', subjectId: ID }, 'mia@test.example')).toBe(
    'The user mia@test.example, with all records and entries',
  );
});
