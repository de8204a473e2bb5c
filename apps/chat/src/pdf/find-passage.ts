/** A part of one of the texts of a page. */
export interface TextRange {
  /** Index of the text. */
  index: number;
  start: number;
  end: number;
}

/** Characters that a passage may have elsewhere than the page, or not at all. */
const IGNORED = /[\s\p{Cf}\p{Co}\p{Cc}]/u;
/** The minimum length of a line that is searched alone: a shorter one may be anywhere. */
const LEAST_LINE = 8;

/**
 * Finds a passage on a page, whose text is in pieces of a line or less. Ignores spaces and line breaks. If the file has
 * the lines of the page in another order, finds each line of the passage.
 * @param texts in the order of the file
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
  const find = (text: string): TextRange[] => {
    const searched = Array.from(text)
      .filter((character) => !IGNORED.test(character))
      .join('');
    const start = searched === '' ? -1 : page.indexOf(searched);
    return start === -1 ? [] : toRanges(places.slice(start, start + searched.length));
  };
  const whole = find(passage);
  if (whole.length > 0) return whole;
  const lines = passage.split('\n').filter((line) => line.trim().length >= LEAST_LINE);
  return lines.length < 2
    ? []
    : lines.flatMap(find).toSorted((a, b) => a.index - b.index || a.start - b.start);
}

function toRanges(places: readonly { index: number; at: number }[]): TextRange[] {
  const ranges: TextRange[] = [];
  for (const { index, at } of places) {
    const last = ranges.at(-1);
    if (last?.index === index) last.end = at + 1;
    else ranges.push({ index, start: at, end: at + 1 });
  }
  return ranges;
}
