import { expect, test } from 'vitest';
import { CitedPassages } from './cited-passages.ts';

const passages = [1, 2, 3, 4].map((number) => ({
  number,
  href: `/app?document=d&passage=${number}`,
  source: `Policy, page ${Math.min(number, 3)}`,
  text: 'Text',
  answers: true,
}));
function write(...pieces: string[]) {
  const reply = new CitedPassages(passages);
  const shown = pieces.map((piece) => reply.push(piece));
  return {
    text: shown.map(({ text }) => text).join('') + reply.end(),
    cited: shown.flatMap(({ cited }) => cited).map(({ number, href }) => [number, href.slice(-1)]),
  };
}

test('CITE-01 CITE-20 numbers the passages that a reply cites in order of appearance, also where a number is split between pieces', () => {
  const cited = [
    [1, '2'],
    [2, '1'],
    [3, '3'],
  ];
  expect(write('Wash your hands [2]. Then dry them [1, 3] well [2].')).toEqual({
    text: 'Wash your hands [1]. Then dry them [2, 3] well [1].',
    cited,
  });
  expect(write('Wash [', '2', ']', ' and dry [1', ';3]')).toEqual({
    text: 'Wash [1] and dry [2, 3]',
    cited,
  });
  expect(write('Both [3][2].')).toMatchObject({ text: 'Both [1][2].' });
  expect(write('Open [2').text).toBe('Open [2');
});

test('CITE-20 passages of the same page have one number', () => {
  expect(write('Dry [4]. Wash [3, 4].')).toEqual({ text: 'Dry [1]. Wash [1].', cited: [[1, '4']] });
});

test('CITE-20 a reply that continues retains the numbers of its first part', () => {
  const reply = new CitedPassages(passages, [
    { url: '/app?document=d&passage=3', number: 1 },
    { url: '/app?document=gone&passage=1', number: 2 },
    { url: 'https://example.org' },
  ]);
  const { text, cited } = reply.push('Dry [4]. Wash [1].');
  expect(text).toBe('Dry [1]. Wash [3].');
  expect(cited).toMatchObject([{ number: 3, href: '/app?document=d&passage=1' }]);
});

test('CITE-04 ignores numbers without a passage, and code', () => {
  const text = 'As [9] and [0] say, see [note] and [12345] and a[100].';
  expect(write(text)).toEqual({ text, cited: [] });
  const code = '```\na[3]\n`b[2]`\n```\nThen `c[3]` and ``d`[2]``.';
  expect(write(...code)).toEqual({ text: code, cited: [] });
  expect(write(...code, ' An open ` [3]\n[2]')).toMatchObject({ cited: [[1, '2']] });
  expect(new CitedPassages([]).push('[1')).toEqual({ text: '[1', cited: [] });
});
