import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markedPieces } from './marked-pieces';

const shown = (text: string, searched: string) =>
  markedPieces(text, searched)
    .map((piece) => (piece.marked ? `[${piece.text}]` : piece.text))
    .join('');

test.each([
  ['Rainy day ideas', 'day', 'Rainy [day] ideas'],
  ['Monday and Tuesday', 'DAY', 'Mon[day] and Tues[day]'],
  ['Wage rise 4.75%', '4.75%', 'Wage rise [4.75%]'],
  ['a*b(c)[d]', '*b(c)[', 'a[*b(c)[]d]'],
  ['50-50 / either-or', '-', '50[-]50 / either[-]or'],
  ['Nothing here', 'there', 'Nothing here'],
  ['Cafe\u0301 of O’Brien', "É of O'b", 'Caf[e\u0301 of O’B]rien'],
  ['Nothing', '', 'Nothing'],
])('%s with %s is %s', (text, searched, expected) => expect(shown(text, searched)).toBe(expected));

test('the joined pieces are the text, whatever is searched', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, searched) => {
      const pieces = markedPieces(text, searched);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    }),
  );
});
