import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isStorable } from '@homie/contracts';
import { searchExcerpt } from './search-excerpt.ts';

test('40 characters are kept on either side', () => {
  const around = 'abcdefghij'.repeat(10);
  expect(searchExcerpt({ before: around, text: 'found', after: around })).toEqual({
    before: 'abcdefghij'.repeat(4),
    text: 'found',
    after: 'abcdefghij'.repeat(4),
  });
});

test('any white space is one blank, and none stands at the ends', () => {
  expect(
    searchExcerpt({ before: '\n\n Dear\tAva,\r\n', text: 'two \n words', after: '\n end \n' }),
  ).toEqual({ before: 'Dear Ava, ', text: 'two words', after: ' end' });
});

test('a character of several parts is kept whole or left out', () => {
  const family = '👨‍👩‍👧';
  const { before, after } = searchExcerpt({
    before: family.repeat(41),
    text: 'x',
    after: family.repeat(41),
  });
  expect(before).toBe(family.repeat(40));
  expect(after).toBe(family.repeat(40));
});

test('no text is cut into half a surrogate pair', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (around) => {
      const { before, after } = searchExcerpt({ before: around, text: '', after: around });
      expect(isStorable(before) && isStorable(after)).toBe(true);
    }),
  );
});
