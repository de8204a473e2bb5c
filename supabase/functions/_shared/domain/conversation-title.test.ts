import { expect, test } from 'vitest';
import { conversationTitle } from './conversation-title.ts';

test("RULE-08 a conversation without a title, or with a blank one, is 'New conversation'", () => {
  for (const title of [undefined, '', '  '])
    expect(conversationTitle(title)).toBe('New conversation');
  expect(conversationTitle(' Lease ')).toBe('Lease');
});
