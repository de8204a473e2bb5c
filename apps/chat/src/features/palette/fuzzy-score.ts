/** A letter at the beginning of a word, and one right after the letter before, say more than one somewhere. */
const WORD_START = 8;
const IN_A_ROW = 5;

/**
 * How well a text fits what was typed: its letters must stand in the text in this order, with others between.
 * @returns the higher the better, null when it does not fit
 */
export function fuzzyScore(text: string, typed: string): number | null {
  const letters = text.toLowerCase();
  const wanted = typed.toLowerCase().replaceAll(/\s+/g, '');
  let score = 0;
  let last = -2;
  for (const letter of wanted) {
    const starts = [...letters.matchAll(/(?<=^|[^\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(
      ({ index }) => index,
    );
    const next = letters[last + 1] === letter ? last + 1 : undefined;
    const start = starts.find((index) => index > last && letters[index] === letter);
    const at = next ?? start ?? letters.indexOf(letter, last + 1);
    if (at === -1 || at <= last) return null;
    score += at === next && last >= 0 ? IN_A_ROW : starts.includes(at) ? WORD_START : 1;
    last = at;
  }
  // Of two that fit alike, the shorter.
  return score - text.length / 100;
}

/** Those whose label fits, the best first; all as they are when nothing is typed. */
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
