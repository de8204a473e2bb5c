import type { AuditHold } from '@homie/contracts';
import { expect, test } from 'vitest';
import { describeHold, holdSubject } from './describe-hold';

const ID = '4d1f3c1e-0000-4000-8000-00000000000a';

test('a hold says what it keeps, who set it and why', () => {
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
  expect(describeHold(hold)).toBe('Every entry, set by an operator: Court order 12');
  expect(describeHold({ ...hold, kind: 'user', subjectId: ID, setBy: 'ava@test.example' })).toBe(
    'Entries about the user 4d1f3c1e..., set by ava@test.example: Court order 12',
  );
  expect(holdSubject({ kind: 'user', subjectId: ID }, 'mia@test.example')).toBe(
    'Entries about the user mia@test.example',
  );
});
