import type { DeletionEffect } from '@homie/contracts';
import { expect, test } from 'vitest';
import { describeDeletion } from './describe-deletion';

const nothing: DeletionEffect = {
  conversations: 0,
  people: 0,
  messages: 0,
  files: 0,
  direct_grants: 0,
  role_grants: 0,
  assistants: 0,
  assignments: 0,
};

test('a deletion tells what it cascades to, and which conversations it takes', () => {
  expect(describeDeletion('Ava', undefined)).toBe(
    'This cannot be undone. Deleting Ava cascades to assistants and assignments.',
  );
  expect(describeDeletion('Ava', nothing)).toBe(
    'This cannot be undone. Deleting Ava cascades to assistants and assignments; there are none now.',
  );
  const much = {
    conversations: 2,
    people: 1,
    messages: 9,
    files: 1,
    assistants: 1,
    assignments: 3,
  };
  expect(describeDeletion('Ava', { ...nothing, ...much })).toBe(
    'This cannot be undone. Deleting Ava cascades to assistants and assignments: 1 assistant and 3 worker assignments.' +
      ' With them go 2 conversations of 1 person, with 9 messages and 1 file.',
  );
});
