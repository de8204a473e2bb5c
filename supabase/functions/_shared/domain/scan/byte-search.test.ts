import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteSearch } from './byte-search.ts';
import { latin1 } from './testing/office-files.ts';

const letters = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', '\u00ff'), minLength, maxLength });

test('finds the same offset as indexOf', () => {
  fc.assert(
    fc.property(letters(1, 4), letters(0, 30), fc.nat(32), (wanted, text, from) => {
      const search = new ByteSearch(wanted);
      expect(search.length).toBe(wanted.length);
      expect(search.in(latin1(text))).toBe(text.indexOf(wanted));
      expect(search.in(latin1(text), from)).toBe(
        from > text.length ? -1 : text.indexOf(wanted, from),
      );
    }),
  );
});

test('finds a long pattern at the end', () => {
  expect(new ByteSearch('abcabd').in(latin1('abcabcabcabd'))).toBe(6);
});
