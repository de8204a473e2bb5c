/** A part of one of the texts of a page. */
export interface TextRange {
  /** Index of the text. */
  index: number;
  start: number;
  end: number;
}

/** Characters that a passage may have elsewhere than the page, or not at all. */
const IGNORED = /[\s\p{Cf}\p{Co}\p{Cc}]/u;

/**
 * Finds a passage on a page, whose text is in pieces of a line or less. Ignores spaces and line breaks.
 * @param texts in reading order
 * @returns the parts of the texts that the passage consists of; none if the page does not have it
 */
export function findPassage(texts: readonly string[], passage: string): TextRange[] {
  let page = '';
  const places: { index: number; at: number }[] = [];
  for (const [index, text] of texts.entries())
    for (let at = 0; at < text.length; at += 1) {
      const character = text.charAt(at);
      if (IGNORED.test(character)) continue;
      page += character;
      places.push({ index, at });
    }
  const searched = Array.from(passage)
    .filter((character) => !IGNORED.test(character))
    .join('');
  const start = searched === '' ? -1 : page.indexOf(searched);
  if (start === -1) return [];
  const ranges: TextRange[] = [];
  for (const { index, at } of places.slice(start, start + searched.length)) {
    const last = ranges.at(-1);
    if (last?.index === index) last.end = at + 1;
    else ranges.push({ index, start: at, end: at + 1 });
  }
  return ranges;
}
