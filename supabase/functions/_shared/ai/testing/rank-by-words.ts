import { searchTerms } from '../../domain/demo/passages.ts';

/** Ranks texts by the number of words that they share with the question, instead of the database. */
export async function rankByWords(
  question: string,
  texts: readonly { text: string; about?: string }[],
): Promise<number[]> {
  const terms = new Set(searchTerms(question));
  const count = (index: number) => {
    const { text = '', about = '' } = texts[index] ?? {};
    return new Set(searchTerms(`${about} ${text}`).filter((term) => terms.has(term))).size;
  };
  return [...texts.keys()].filter((index) => count(index) > 0).sort((a, b) => count(b) - count(a));
}
