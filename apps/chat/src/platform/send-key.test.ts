import { expect, test } from 'vitest';
import { isSendKey } from './send-key';

const key = { key: 'Enter', shiftKey: false, ctrlKey: false, metaKey: false };

test.each([
  ['SEND-03 Enter sends', {}, false, true],
  ['SEND-03 Shift+Enter inserts a new line', { shiftKey: true }, false, false],
  ['Enter inserts a new line on a touch screen', {}, true, false],
  ['Ctrl+Enter sends on a touch screen', { ctrlKey: true }, true, true],
  ['other keys send nothing', { key: 'a', ctrlKey: true }, true, false],
])('%s', (_, changes, isTouchOnly, sends) => {
  expect(isSendKey({ ...key, ...changes }, isTouchOnly)).toBe(sends);
});
