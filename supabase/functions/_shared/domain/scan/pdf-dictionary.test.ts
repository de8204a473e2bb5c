import { expect, test } from 'vitest';
import { afterSpace, DictionaryBudget, readDictionary } from './pdf-dictionary.ts';
import { decodedNames, pdfNames, readPdfName } from './pdf-names.ts';
import { Refused } from './refused.ts';
import { latin1 } from './testing/office-files.ts';

function read(text: string, from = 0) {
  const dictionary = readDictionary(latin1(text), from, new DictionaryBudget(text.length));
  return dictionary && { ...Object.fromEntries(dictionary.entries), end: dictionary.end };
}

test.each([
  ['<<>>', {}],
  ['<</A 1>>', { A: ['1'] }],
  ['<< /A 1 0 R /B [ /C (d) ] >>', { A: ['1 0 R'], B: ['[ /C (d) ]'] }],
  ['<</A/B/C/D>>', { A: ['/B'], C: ['/D'] }],
  ['<</A<</B 1>>/C 2>>', { A: ['<</B 1>>'], C: ['2'] }],
  ['<</A[<</B[1]>>]/C 2>>', { A: ['[<</B[1]>>]'], C: ['2'] }],
  ['<</A<3e3e>/C 2>>', { A: ['<3e3e>'], C: ['2'] }],
  ['<</A(>> /B 1)/C 2>>', { A: ['(>> /B 1)'], C: ['2'] }],
  ['<</A(a(b)\\)>>)/C 2>>', { A: ['(a(b)\\)>>)'], C: ['2'] }],
  ['<</A(a\\\\)/C 2>>', { A: ['(a\\\\)'], C: ['2'] }],
  ['<</A[(])<5d>]/C 2>>', { A: ['[(])<5d>]'], C: ['2'] }],
  ['<</A[<</B(>>)>>]/C 2>>', { A: ['[<</B(>>)>>]'], C: ['2'] }],
  ['<</A#42 1>>', { AB: ['1'] }],
  ['<</A 1/A 2>>', { A: ['1', '2'] }],
  ['<< null /A 1 >>', { A: ['1'] }],
  ['<</A % /B 1 >>\n2 /C\t3 >>', { A: ['2'], C: ['3'] }],
  ['<</A>>', { A: [''] }],
])('reads the dictionary %s to its end', (text, entries) => {
  expect(read(`${text} /X 1`)).toEqual({ ...entries, end: text.length });
});

test('skips white space and comments before a dictionary', () => {
  const text = 'obj \0\t\n\f\r%<<\r% >>\n <</A 1>>';
  expect(read(text, 3)).toEqual({ A: ['1'], end: text.length });
  expect(afterSpace(latin1('  % a'), 0)).toBe(5);
  expect(afterSpace(latin1('a'), 0)).toBe(0);
});

test.each([
  '',
  '<',
  '<a>>',
  '[1]',
  '<<',
  '<</A 1',
  '<</A 1>',
  '<</A (b>>',
  '<</A [b>>',
  '<</A <b',
  '<</A <<',
  '<</',
])('%j is not a complete dictionary', (text) => {
  expect(read(text)).toBeUndefined();
});

test('lists are nested at most a hundred times', () => {
  const nested = (depth: number) => `<</A ${'['.repeat(depth)}${']'.repeat(depth)}>>`;
  expect(read(nested(100))).toBeDefined();
  expect(() => read(nested(101))).toThrow(new Refused('tooMuch'));
});

test('limits dictionaries to four times the length of the file plus a megabyte', () => {
  const budget = new DictionaryBudget(10);
  expect(() => budget.spend(1024 * 1024 + 40)).not.toThrow();
  expect(() => budget.spend(1)).toThrow(new Refused('tooMuch'));
  const bytes = latin1('x<</A 1');
  const spent = new DictionaryBudget(0);
  spent.spend(1024 * 1024 - 6);
  expect(readDictionary(bytes, 1, spent)).toBeUndefined();
  expect(() => readDictionary(bytes, 1, spent)).toThrow(new Refused('tooMuch'));
});

test('finds names up to an offset, with decoded escapes', () => {
  const bytes = latin1('x/A#20b(/C)/D#4/E#zz/ /F');
  const names = Array.from(pdfNames(bytes, 0, bytes.length), ({ name }) => name);
  expect(names).toEqual(['A b', 'C', 'D#4', 'E#zz', '', 'F']);
  expect(Array.from(pdfNames(bytes, 2, 8), ({ name }) => name)).toEqual([]);
  expect(Array.from(pdfNames(bytes, 1, 9), ({ name }) => name)).toEqual(['A b', 'C']);
});

test.each(['\0', '\t', '\n', '\f', '\r', ' ', '(', ')', '<', '>', '[', ']', '{', '}', '/', '%'])(
  'a name ends before %j',
  (end) => {
    expect(readPdfName(latin1(`/AB${end}C`), 1)).toEqual({ name: 'AB', end: 3 });
  },
);

test('truncates a name at 32 characters', () => {
  const { name, end } = readPdfName(latin1(`/${'#41'.repeat(40)}`), 1);
  expect([name, end]).toEqual(['A'.repeat(32), 97]);
});

test('decodes escapes of names in a text', () => {
  expect(decodedNames('/J#61va#53cript #4 #g0 #fF')).toBe('/JavaScript #4 #g0 \u00ff');
});
