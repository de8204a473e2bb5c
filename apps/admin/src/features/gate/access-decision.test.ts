import { expect, test } from 'vitest';
import { decide, decideFailure } from './access-decision';

test('GATE-04 an admin is allowed', () => {
  expect(decide({ found: true, roleName: 'admin' })).toEqual({
    allowed: true,
    area: 'all',
  });
});

test('DOCS-19 the right to edit opens the documents only', () => {
  expect(decide({ found: true, roleName: 'support_worker', canEditDocuments: true })).toEqual({
    allowed: true,
    area: 'documents',
  });
});

test.each(['office', 'support_worker', undefined] as const)(
  'GATE-07 PERM-06 a record with the role %s is denied',
  (roleName) => {
    expect(decide({ found: true, roleName })).toEqual({
      allowed: false,
      message: 'You need administrator privileges to access this area.',
      canRetry: false,
    });
  },
);

test('GATE-05 a user without a record is denied', () => {
  expect(decide({ found: false })).toMatchObject({ allowed: false, canRetry: false });
});

test('GATE-08 a lookup that the service refuses or fails is denied, and can be retried', () => {
  expect(decideFailure({ answered: true })).toEqual({
    allowed: false,
    message: 'Failed to verify user permissions.',
    canRetry: true,
  });
});

test('GATE-09 a check that throws is denied, and can be retried', () => {
  expect(decideFailure({ answered: false })).toEqual({
    allowed: false,
    message: 'Failed to verify access permissions.',
    canRetry: true,
  });
});
