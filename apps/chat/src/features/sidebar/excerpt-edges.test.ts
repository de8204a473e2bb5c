import { expect, test } from 'vitest';
import { beginAtWord, endAtWord } from './excerpt-edges';

test('omits truncated words and marks the omission', () => {
  expect(beginAtWord('e warden refresher has passed its date. ')).toBe(
    '… warden refresher has passed its date. ',
  );
  expect(endAtWord(' next sessions are on Wednesday at 10 am')).toBe(
    ' next sessions are on Wednesday at 10 …',
  );
});

test('does not change an excerpt that reaches the end of its message', () => {
  expect(beginAtWord('At last ')).toBe('At last ');
  expect(endAtWord(' it rains.')).toBe(' it rains.');
});

test('retains a single long word', () => {
  const word = 'x'.repeat(40);
  expect(beginAtWord(word)).toBe(`… ${word}`);
  expect(endAtWord(word)).toBe(`${word} …`);
});
