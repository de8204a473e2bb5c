import { expect, test } from 'vitest';
import { describeUserDeletion } from './describe-user-deletion';

const nothing = {
  conversations: 0,
  messages: 0,
  files: 0,
  assignments: 0,
  documents: 0,
  hold: null,
};

test('PEOPLE-07 a deletion lists what goes and what stays, without zeros', () => {
  expect(describeUserDeletion('a@b.example', nothing)).toBe(
    'This cannot be undone. a@b.example loses access at once.',
  );
  expect(
    describeUserDeletion('a@b.example', {
      ...nothing,
      conversations: 2,
      messages: 9,
      files: 1,
      assignments: 1,
      documents: 3,
    }),
  ).toBe(
    'This cannot be undone. a@b.example loses access at once.' +
      ' This also deletes 2 conversations (9 messages, 1 file) and 1 worker assignment.' +
      ' 3 documents of theirs will stay, without an owner.',
  );
});
