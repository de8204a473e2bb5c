// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { decodeNamedCharacterReference as decode } from './decode-character-reference.ts';

test.each([
  ['amp', '&'],
  ['lt', '<'],
  ['semi', ';'],
  ['ThickSpace', '\u205F\u200A'],
  ['notit', false],
  ['nothing', false],
  ['', false],
  ['<img src=x>', false],
])('the reference %j is decoded as %j', (name, decoded) => {
  expect(decode(name)).toBe(decoded);
});
