import { expect, test } from 'vitest';
import { trimToWordStart, trimToWordEnd } from './excerpt-edges';

test('omits truncated words and marks the omission', () => {
  expect(trimToWordStart('e warden refresher has passed its date. ')).toBe(
    '… warden refresher has passed its date. ',
  );
  expect(trimToWordEnd(' next sessions are on Wednesday at 10 am')).toBe(
    ' next sessions are on Wednesday at 10 …',
  );
});

test('does not change an excerpt that reaches the end of its message', () => {
  expect(trimToWordStart('At last ')).toBe('At last ');
  expect(trimToWordEnd(' it rains.')).toBe(' it rains.');
});

test('retains a single long word', () => {
  const word = 'x'.repeat(40);
  expect(trimToWordStart(word)).toBe(`… ${word}`);
  expect(trimToWordEnd(word)).toBe(`${word} …`);
});
