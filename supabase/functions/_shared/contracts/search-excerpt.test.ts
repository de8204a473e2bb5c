import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isStorable } from '@homie/contracts';
import { searchExcerpt, withoutMarkdown } from './search-excerpt.ts';

test('retains 40 characters on each side', () => {
  const around = 'abcdefghij'.repeat(10);
  expect(searchExcerpt({ before: around, text: 'found', after: around })).toEqual({
    before: 'abcdefghij'.repeat(4),
    text: 'found',
    after: 'abcdefghij'.repeat(4),
  });
});

test('collapses white space, and trims both ends', () => {
  expect(
    searchExcerpt({ before: '\n\n Dear\tAva,\r\n', text: 'two \n words', after: '\n end \n' }),
  ).toEqual({ before: 'Dear Ava, ', text: 'two words', after: ' end' });
});

test('never splits a grapheme cluster', () => {
  const family = '👨‍👩‍👧';
  const { before, after } = searchExcerpt({
    before: family.repeat(41),
    text: 'x',
    after: family.repeat(41),
  });
  expect(before).toBe(family.repeat(40));
  expect(after).toBe(family.repeat(40));
});

test('never splits a surrogate pair', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (around) => {
      const { before, after } = searchExcerpt({ before: around, text: '', after: around });
      expect(isStorable(before) && isStorable(after)).toBe(true);
    }),
  );
});

test('removes Markdown marks from excerpts of replies, but not literal signs', () => {
  const found = {
    before:
      'end.\n> Maya said: "Next time I want the **blue** one."\n\n## Plan\n- see [the form](https://a.example/x) or `ask`, ',
    text: 'owl',
    after: '**.\n\n1. 2 * 3 = 6\n2. *soon*, snake_case',
  };
  expect(withoutMarkdown(found)).toEqual({
    before: 'end.\nMaya said: "Next time I want the blue one."\n\nPlan\nsee the form or ask, ',
    text: 'owl',
    after: '.\n\n2 * 3 = 6\nsoon, snake_case',
  });
});

test('removes the backslashes of line breaks and of escaped signs', () => {
  const found = {
    before: 'Give\\\nmidazolam to ',
    text: 'Maya',
    after: ' from budget\\_2026 \\*now\\*',
  };
  expect(withoutMarkdown(found)).toEqual({
    before: 'Give\nmidazolam to ',
    text: 'Maya',
    after: ' from budget_2026 *now*',
  });
});

test.each([
  ['in the text of a link', 'See [the ', ' form](https://a.example/x).', 'See the owl form.'],
  ['before a cited source', 'An ', ' [1](/app?document=a&passage=2 "Birds, page 3").', 'An owl 1.'],
  ['before a link that is cut off', 'An ', ' in [1](/app?document=a', 'An owl in 1'],
  [
    'in an address',
    'See [it](https://a.example/',
    '?q=1).',
    'See [it](https://a.example/owl?q=1).',
  ],
])('removes the syntax of links around a hit %s', (_where, before, after, expected) => {
  const excerpt = withoutMarkdown({ before, text: 'owl', after });
  expect(`${excerpt.before}${excerpt.text}${excerpt.after}`).toBe(expected);
});
