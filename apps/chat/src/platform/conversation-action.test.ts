import type { ConversationRow } from '@homie/contracts';
import { expect, test } from 'vitest';
import { actionsFor } from './conversation-action';

const row = { pinned: false, archived: false, unread: false } as ConversationRow; // the fields that matter
const all = (marks: Partial<ConversationRow>, open = false) =>
  actionsFor({ ...row, ...marks }, open);

test('offers to set each mark that is not set, and to remove each one that is', () => {
  expect(all({})).toEqual(expect.arrayContaining(['pin', 'archive', 'mark-unread']));
  expect(all({ pinned: true, archived: true, unread: true })).toEqual(
    expect.arrayContaining(['unpin', 'unarchive', 'mark-read']),
  );
});

test('an open conversation cannot be marked as unread', () => {
  expect(all({}, true)).not.toContain('mark-unread');
});

test('lists Delete last', () => {
  expect(all({}).at(-1)).toBe('delete');
});
