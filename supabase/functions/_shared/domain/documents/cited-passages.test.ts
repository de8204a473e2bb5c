import { expect, test } from 'vitest';
import { CitedPassages } from './cited-passages.ts';

const passages = [1, 2, 3].map((number) => ({
  number,
  href: `/app?document=d&passage=${number}`,
  source: `Policy, page ${number} (version 1)`,
  text: 'Text',
  about: 'Policy',
}));
const cited = (...pieces: string[]) => {
  const reply = new CitedPassages(passages);
  return pieces.flatMap((piece) => reply.push(piece).map(({ number }) => number));
};

test('CITE-01 finds the passages that a reply cites, also where a number is split between pieces', () => {
  expect(cited('Wash your hands [2]. Then dry them [1, 3].')).toEqual([2, 1, 3]);
  expect(cited('Wash [', '2', ']', ' and dry [1', ';3]')).toEqual([2, 1, 3]);
  expect(cited('Both [1][2].')).toEqual([1, 2]);
});

test('CITE-04 ignores numbers without a passage', () => {
  expect(cited('As [9] and [0] say, see [note] and [12345] and a[100].')).toEqual([]);
  expect(new CitedPassages([]).push('[1]')).toEqual([]);
});
