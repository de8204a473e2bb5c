import { searchPattern } from '@homie/contracts/search-text';

/** A piece of a text: a match, or the text between matches. */
export interface MarkedPiece {
  text: string;
  marked: boolean;
}

/** Splits a text at every match of a searched text, ignoring case and form. Joined, the pieces are the text again. */
export function markedPieces(text: string, searched: string): MarkedPiece[] {
  if (searched === '') return [{ text, marked: false }];
  return text
    .split(new RegExp(`(${searchPattern(searched)})`, 'iu'))
    .map((piece, index) => ({ text: piece, marked: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
