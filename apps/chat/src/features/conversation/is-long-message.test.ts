import { expect, test } from 'vitest';
import { isLongMessage } from './is-long-message';

test.each<[string, string, boolean]>([
  ['12 lines', 'line\n'.repeat(11) + 'line', false],
  ['13 lines', 'line\n'.repeat(12) + 'line', true],
  ['1,500 characters', 'x'.repeat(1500), false],
  ['1,501 characters', 'x'.repeat(1501), true],
])('a message of %s is long or not', (_what, text, expected) => {
  expect(isLongMessage(text)).toBe(expected);
});
