import { expect, test } from 'vitest';
import { beginAtWord, endAtWord } from './excerpt-edges';

test('words that were cut off are left out, and what is missing is shown', () => {
  expect(beginAtWord('e warden refresher has passed its date. ')).toBe(
    '… warden refresher has passed its date. ',
  );
  expect(endAtWord(' next sessions are on Wednesday at 10 am')).toBe(
    ' next sessions are on Wednesday at 10 …',
  );
});

test('what reaches to the end of its message stays as it is', () => {
  expect(beginAtWord('At last ')).toBe('At last ');
  expect(endAtWord(' it rains.')).toBe(' it rains.');
});

test('one long word is not lost', () => {
  const word = 'x'.repeat(40);
  expect(beginAtWord(word)).toBe(`… ${word}`);
  expect(endAtWord(word)).toBe(`${word} …`);
});
