import { foldSearch } from '@homie/contracts/search-text';

/**
 * Points per letter: a letter at the start of a word, and one right after the previous match, score more than others.
 */
const WORD_START = 8;
const IN_A_ROW = 5;
const ANYWHERE = 1;

/** Returns the offsets at which the words of a text start. */
function wordStarts(text: string): number[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index }) => index);
}

/**
 * Scores a text against the typed letters, which must occur in it in this order, with others between.
 * @returns the higher the better, null if it does not match
 */
export function fuzzyScore(text: string, typed: string): number | null {
  const letters = foldSearch(text).toLowerCase();
  const starts = wordStarts(letters);
  let score = 0;
  let last = -1;
  for (const letter of foldSearch(typed).toLowerCase().replaceAll(/\s+/g, '')) {
    const start = starts.find((index) => index > last && letters[index] === letter);
    const isNext = last >= 0 && letters[last + 1] === letter;
    const at = isNext ? last + 1 : (start ?? letters.indexOf(letter, last + 1));
    if (at === -1) return null;
    score += isNext ? IN_A_ROW : at === start ? WORD_START : ANYWHERE;
    last = at;
  }
  // Of two equal matches, the shorter scores higher.
  return score - text.length / 100;
}

/** Filters the items whose label matches, the best first; returns all, in their order, if nothing is typed. */
export function fuzzyFilter<Item extends { label: string }>(
  items: readonly Item[],
  typed: string,
): Item[] {
  if (typed.trim() === '') return [...items];
  return items
    .flatMap((item) => {
      const score = fuzzyScore(item.label, typed);
      return score === null ? [] : [{ item, score }];
    })
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item);
}
