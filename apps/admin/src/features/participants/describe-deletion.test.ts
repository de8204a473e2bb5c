import type { DeletionEffect } from '@homie/contracts';
import { expect, test } from 'vitest';
import { describeDeletion } from './describe-deletion';

const nothing: DeletionEffect = {
  conversations: 0,
  people: 0,
  messages: 0,
  files: 0,
  documents: 0,
  direct_grants: 0,
  role_grants: 0,
  assistants: 0,
  assignments: 0,
};

test('a deletion lists what it cascades to and which conversations it deletes, without zeros', () => {
  expect(describeDeletion('Ava', undefined)).toBe(
    'This cannot be undone. Deleting Ava cascades to assistants and assignments.',
  );
  expect(describeDeletion('Ava', nothing)).toBe(
    'This cannot be undone. Deleting Ava cascades to assistants and assignments. There are none now.',
  );
  expect(describeDeletion('Ava', { ...nothing, assignments: 1 })).toBe(
    'This cannot be undone. Deleting Ava cascades to assistants and assignments. This also deletes 1 worker assignment.',
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
    'This cannot be undone. Deleting Ava cascades to assistants and assignments.' +
      ' This also deletes 1 assistant, 3 worker assignments and 2 conversations from 1 user (9 messages, 1 file).',
  );
});
