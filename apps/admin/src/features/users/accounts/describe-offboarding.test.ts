import { expect, test } from 'vitest';
import { describeOffboarding } from './describe-offboarding';

const nothing = { assignments: 0, grants: 0, documents: 0, conversations: 0 };
const stays =
  'Role and history stay. If you reactivate the account later, assignments and direct access are not restored.';

test('PEOPLE-51 leaving lists what changes and what stays, without zeros', () => {
  const signedOut = 'Ava is signed out everywhere at once and can no longer sign in.';
  expect(describeOffboarding('Ava', nothing)).toEqual({ changes: [signedOut], stays });
  expect(
    describeOffboarding('Ava', { assignments: 1, grants: 2, documents: 3, conversations: 4 }),
  ).toEqual({
    changes: [
      signedOut,
      '1 worker assignment will be removed.',
      'Direct access to 2 assistants will be removed.',
      '3 documents will belong to the new owner.',
    ],
    stays: stays.replace('Role', '4 conversations, role'),
  });
});
