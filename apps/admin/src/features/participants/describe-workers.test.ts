import type { AccessOutcome, WorkerOutcomes } from '@homie/contracts';
import { expect, test } from 'vitest';
import { describePreview, describeResult } from './describe-workers';

const id = 'a1a2b3c4-d5e6-4789-8abc-def012345678';

function outcomes(
  rows: readonly (readonly [assignment: AccessOutcome, access: AccessOutcome | null])[],
  assistantId: string | null = id,
): WorkerOutcomes {
  return {
    assistantId,
    rows: rows.map(([assignment, access], index) => ({
      userId: id,
      userEmail: `worker-${index}@test.example`,
      assignment,
      access,
    })),
  };
}

test('assigning several workers reports before and after who is assigned and who gains access', () => {
  const change = { assigned: true, withAccess: true };
  const found = outcomes([
    ['gains', 'gains'],
    ['gains', 'keeps'],
    ['keeps', 'gains'],
  ]);
  expect(describePreview(change, found)).toBe(
    '2 workers will be assigned, 1 worker is already assigned. 2 workers will gain assistant access, 1 worker already has it.',
  );
  expect(describeResult(change, found)).toBe('2 workers assigned, 2 gained assistant access');
});

test('without an assistant no one gains access', () => {
  const change = { assigned: true, withAccess: true };
  const found = outcomes([['gains', null]], null);
  expect(describePreview(change, found)).toBe(
    '1 worker will be assigned. No participant assistant is linked, so no access will be granted.',
  );
  expect(describeResult(change, found)).toBe(
    '1 worker assigned. No participant assistant is linked, so no access was granted.',
  );
});

test('unassigning several workers reports who retains access through their role', () => {
  const change = { assigned: false, withAccess: true };
  const found = outcomes([
    ['loses', 'loses'],
    ['loses', 'keeps'],
    ['none', 'none'],
  ]);
  expect(describePreview(change, found)).toBe(
    '2 workers will be unassigned, 1 worker is no longer assigned. 1 worker will lose assistant access, 1 worker keeps it through their role.',
  );
  expect(describeResult(change, found)).toBe('2 workers unassigned, 1 lost assistant access');
  expect(describeResult({ ...change, withAccess: false }, found)).toBe('2 workers unassigned');
  expect(describePreview({ ...change, withAccess: false }, outcomes([['loses', null]]))).toBe(
    '1 worker will be unassigned. Assistant access is not affected.',
  );
});
