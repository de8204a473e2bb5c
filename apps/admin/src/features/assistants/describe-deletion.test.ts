import { expect, test } from 'vitest';
import { describeDeletion } from './describe-deletion';

const warning = 'This cannot be undone. It removes House rules and all associated conversations';
const effect = {
  conversations: 0,
  people: 0,
  messages: 0,
  files: 0,
  documents: 0,
  direct_grants: 1,
  role_grants: 1,
};

test('ASST-11 the confirmation to delete an assistant lists the conversations to be lost', () => {
  expect(describeDeletion('House rules', undefined)).toBe(`${warning}.`);
  expect(describeDeletion('House rules', effect)).toBe(`${warning}. There are none now.`);
  expect(
    describeDeletion('House rules', {
      ...effect,
      conversations: 1,
      people: 1,
      messages: 4,
      files: 0,
    }),
  ).toBe(`${warning}: 1 conversation from 1 user (4 messages).`);
  expect(
    describeDeletion('House rules', {
      ...effect,
      conversations: 3,
      people: 2,
      messages: 1,
      files: 2,
    }),
  ).toBe(`${warning}: 3 conversations from 2 users (1 message, 2 files).`);
  expect(describeDeletion('House rules', { ...effect, documents: 2 })).toBe(
    `${warning}. There are none now. It also deletes 2 documents.`,
  );
});
