import { literalPattern } from '../../platform/literal-pattern';

/** A piece of a text: what was looked for, or what stands between. */
export interface MarkedPiece {
  text: string;
  marked: boolean;
}

/** A text cut at every place where a searched text stands in it, in capitals or not. Joined they are the text again. */
export function markedPieces(text: string, searched: string): MarkedPiece[] {
  if (searched === '') return [{ text, marked: false }];
  return text
    .split(new RegExp(`(${literalPattern(searched)})`, 'iu'))
    .map((piece, index) => ({ text: piece, marked: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
