import { expect, test } from 'vitest';
import { foldSearch, searchPattern, textSearch } from './search-text.ts';

test.each([
  ['Liam O’Brien', ["o'brien", 'O‘BRIEN', 'O\u02bcBrien', 'O`Brien', 'O´B']],
  ["Liam O'Brien", ['o’brien', 'O′Brien', 'm\u00a0o']],
  ['“Quiet” room – 2\u202fpm', ['"quiet"', '«quiet„', 'room - 2 PM', 'room\u2009— 2']],
  ['Rene\u0301 Mu\u0308ller', ['RENÉ MÜLLER', 'rene\u0301']],
  ['Ộng', ['o\u0302\u0323ng', 'o\u0323\u0302ng', '\u00f4\u0323ng', '\u1ecd\u0302NG']],
  ['50% (a_b) [c] \\d {e} ^f$ g|h/i.j*k+l?', ['50% (A_B) [C] \\D {E} ^F$ G|H/I.J*K+L?']],
])('SEARCH-01 %s contains each of %o', (text, searched) => {
  for (const each of searched) expect([each, textSearch(each)(text)]).toEqual([each, true]);
});

test.each([
  ["Liam O'Brien", ['OBrien', 'O-Brien', 'O"Brien', 'O.Brien', 'O.*n', 'Liam  O']],
  ['Zoë', ['Zoe', 'Zöe']],
  ['Zoe', ['Zoë']],
])('SEARCH-01 %s contains none of %o', (text, searched) => {
  for (const each of searched) expect([each, textSearch(each)(text)]).toEqual([each, false]);
});

test('SEARCH-01 a match is the text as it is written', () => {
  const found = new RegExp(searchPattern("cafe\u0301 - o'brien"), 'iu').exec(
    'At cafe\u0301\u00a0– O\u02bcBrien',
  );
  expect([found?.index, found?.[0]]).toEqual([3, 'cafe\u0301\u00a0– O\u02bcBrien']);
});

test('SEARCH-01 folding twice is folding once', () => {
  const text = foldSearch('Rene\u0301 – ‘a’ “b”\u00a0c');
  expect(text).toBe(`René - 'a' "b" c`);
  expect(foldSearch(text)).toBe(text);
});
