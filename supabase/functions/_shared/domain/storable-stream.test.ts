import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StorableStream } from './storable-stream.ts';

function pass(pieces: string[]): string {
  const stream = new StorableStream();
  return pieces.map((piece) => stream.push(piece)).join('') + stream.end();
}

test('passes text through unchanged, even if a character is split across chunks', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.nat(40)), (text, cuts) => {
      const clean = text.replaceAll('\0', '');
      const places = [
        0,
        ...cuts.map((cut) => cut % (clean.length + 1)).sort((a, b) => a - b),
        clean.length,
      ];
      const pieces = places.slice(1).map((end, index) => clean.slice(places[index], end));
      expect(pass(pieces)).toBe(clean);
    }),
  );
});

test('never emits text that the database cannot store', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary' })),
      fc.constantFrom('\0', '\ud83d', '\ude00'),
      (pieces, bad) => {
        const text = pass([...pieces, bad, ...pieces, bad]);
        expect(text).not.toMatch(/\p{Surrogate}/u);
        expect(text).not.toContain('\0');
      },
    ),
  );
});

test('replaces an unpaired surrogate with a replacement character', () => {
  expect(pass(['a\ud83d', 'b'])).toBe('a\ufffdb');
  expect(pass(['a\ud83d'])).toBe('a\ufffd');
  expect(pass(['a\ud83d', '\ude00b'])).toBe('a😀b');
});
