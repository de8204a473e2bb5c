import { expect, test } from 'vitest';
import { rankPassages, splitIntoPassages } from './passages.ts';

const lease = `The rent is 420 dollars a week.

Pets need the written consent of the owner.

Water is paid by the tenant. Council rates are paid by the owner.`;

test('a text is cut at blank lines, and long passages between sentences', () => {
  expect(splitIntoPassages(lease, 'lease.txt').map(({ text }) => text)).toEqual([
    'The rent is 420 dollars a week.',
    'Pets need the written consent of the owner.',
    'Water is paid by the tenant. Council rates are paid by the owner.',
  ]);
  const sentence = `${'word '.repeat(59)}end.`;
  expect(splitIntoPassages(Array(3).fill(sentence).join(' '), 'x')).toHaveLength(3);
  expect(splitIntoPassages('\n \n', 'x')).toEqual([]);
});

test('the passage that fits the question comes first', async () => {
  const passages = splitIntoPassages(lease, 'lease.txt');
  const first = async (question: string) => (await rankPassages(passages, question, 3))[0]?.text;
  expect(await first('How much is the rent?')).toContain('420 dollars');
  expect(await first('Can I have a pet?')).toContain('written consent');
  expect(await first('Who pays the council rates?')).toContain('Council rates');
});

test('nothing is found where nothing fits, or where the question has no words to look for', async () => {
  const passages = splitIntoPassages(lease, 'lease.txt');
  expect(await rankPassages(passages, 'helicopter', 3)).toEqual([]);
  expect(await rankPassages(passages, 'what is the', 3)).toEqual([]);
  expect(await rankPassages([], 'rent', 3)).toEqual([]);
});
