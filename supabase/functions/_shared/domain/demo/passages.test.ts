import { expect, test } from 'vitest';
import { rankPassages, searchTerms, splitIntoPassages, type Passage } from './passages.ts';

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

test('ranks the passage that matches the question first', async () => {
  const passages = splitIntoPassages(lease, 'lease.txt');
  const first = async (question: string) => (await rankPassages(passages, question, 3))[0]?.text;
  expect(await first('How much is the rent?')).toContain('420 dollars');
  expect(await first('Can I have a pet?')).toContain('written consent');
  expect(await first('Who pays the council rates?')).toContain('Council rates');
});

test('returns nothing without a match, or for a question without search terms', async () => {
  const passages = splitIntoPassages(lease, 'lease.txt');
  expect(await rankPassages(passages, 'helicopter', 3)).toEqual([]);
  expect(await rankPassages(passages, 'what is the', 3)).toEqual([]);
  expect(await rankPassages([], 'rent', 3)).toEqual([]);
});

const texts = async (passages: readonly (string | Passage)[], question: string, limit = 3) => {
  const all = passages.map((each) =>
    typeof each === 'string' ? { text: each, source: 'x' } : each,
  );
  return (await rankPassages(all, question, limit)).map(({ text }) => text);
};

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

test('matches prefixes from three letters, and typos from six', async () => {
  expect(await texts(['The gardener comes.'], 'gar')).toHaveLength(1);
  expect(await texts(['The gardener comes.'], 'ga')).toEqual([]);
  expect(await texts(['The kitchen is closed.'], 'kitchan')).toHaveLength(1);
  expect(await texts(['The table is closed.'], 'tabla')).toEqual([]);
});

test('ranks matches in a heading double, and applies the weight of a passage', async () => {
  const other = { source: 'x', text: 'Bins are green here.' };
  const about = { source: 'x', text: 'Every Tuesday it is here.', about: 'Bins' };
  expect((await texts([other, about], 'bins'))[0]).toBe(about.text);
  const heavy = { source: 'x', text: 'Bins are brown there.', weight: 1.6 };
  expect((await texts([other, heavy], 'bins'))[0]).toBe(heavy.text);
});

test('preserves the order of equal passages, and returns at most the limit', async () => {
  const passages = ['Bins one.', 'Bins two.', 'Bins six.', 'Bins ten.'];
  expect(await texts(passages, 'bins')).toEqual(passages.slice(0, 3));
});

test('drops a passage that matches far fewer terms', async () => {
  const best = 'The alarm code of the garage door is new.';
  expect(await texts(['Open the door.', best], 'alarm code garage door')).toEqual([best]);
});

test('returns nothing for common words next to a rare one', async () => {
  expect(await texts(['We like good food.'], 'should I like the helicopter')).toEqual([]);
  expect(await texts(['We like good food.'], 'what should I like')).toHaveLength(1);
});

test('searches many passages by the prefixes of the question’s words', async () => {
  const many = Array.from({ length: 5_001 }, (_, index) => `Row ${index} of nothing.`);
  const found = { source: 'x', text: 'It is brown.', about: 'The Wheelbarrow' };
  expect(await texts([...many, found, 'A wheel of cheese.'], 'wheelbarrows')).toEqual([found.text]);
});
