import { expect, test } from 'vitest';
import { passagesToRank, searchTerms, splitIntoPassages } from './passages.ts';

const lease = `The rent is 420 dollars a week.

Pets need the written consent of the owner.

Water is paid by the tenant. Council rates are paid by the owner.`;

test('splits a text at blank lines, and long passages between sentences', () => {
  expect(splitIntoPassages(lease, 'lease.txt').map(({ text }) => text)).toEqual([
    'The rent is 420 dollars a week.',
    'Pets need the written consent of the owner.',
    'Water is paid by the tenant. Council rates are paid by the owner.',
  ]);
  const sentence = `${'word '.repeat(59)}end.`;
  expect(splitIntoPassages(Array(3).fill(sentence).join(' '), 'x')).toHaveLength(3);
  expect(splitIntoPassages('\n \n', 'x')).toEqual([]);
});

test('a passage has at most 600 characters', () => {
  const word = 'a'.repeat(700);
  expect(splitIntoPassages(word, 'x')).toEqual([{ text: 'a'.repeat(600), source: 'x' }]);
  const sentences = `${'a'.repeat(300)}.  ${'b'.repeat(297)}.`;
  expect(splitIntoPassages(`  ${sentences.slice(1)}`, 'x').map(({ text }) => text.length)).toEqual([
    300, 298,
  ]);
  expect(splitIntoPassages(sentences.slice(3), 'x')).toHaveLength(1);
});

test.each([
  ['Berries and cherries', ['berry', 'cherry']],
  ['Visits of the gas bus, yes', ['visit', 'gas', 'bus', 'yes']],
  ['class status houses series', ['class', 'status', 'house', 'sery']],
  ['Ava’s  CAFÉ -- 42 x', ['ava', 'cafe', '42']],
  ['tissue ladies-man', ['tissue', 'lady', 'man']],
  ['what is the', []],
])('searchTerms stems %j', (text, terms) => {
  expect(searchTerms(text)).toEqual(terms);
});

test('of many passages, only those with the beginning of a word of the question are ranked', async () => {
  const row = (text: string, about = '') => ({ source: 'x', text, about });
  const many = Array.from({ length: 5_001 }, (_, index) => row(`Row ${index} of nothing.`));
  const found = row('It is brown.', 'The Wheelbarrow');
  expect(await passagesToRank([...many, found], 'wheelbarrows')).toEqual([found]);
  expect(await passagesToRank(many, 'what is the')).toEqual([]);
  expect(await passagesToRank([found], 'helicopter')).toEqual([found]);
});
