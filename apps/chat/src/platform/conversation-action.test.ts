import type { ConversationRow } from '@homie/contracts';
import { expect, test } from 'vitest';
import { actionsFor } from './conversation-action';

const row = { pinned: false, archived: false, unread: false } as ConversationRow; // what decides
const all = (marks: Partial<ConversationRow>, open = false) =>
  actionsFor({ ...row, ...marks }, open);

test('each mark can be set where it is not, and taken back where it is', () => {
  expect(all({})).toEqual(expect.arrayContaining(['pin', 'archive', 'mark-unread']));
  expect(all({ pinned: true, archived: true, unread: true })).toEqual(
    expect.arrayContaining(['unpin', 'unarchive', 'mark-read']),
  );
});

test('the conversation that is being looked at cannot be marked as unread', () => {
  expect(all({}, true)).not.toContain('mark-unread');
});

test('Delete comes last', () => {
  expect(all({}).at(-1)).toBe('delete');
});
