import { searchPattern } from '@homie/contracts/search-text';

/** Block elements: a match does not span two of them. */
const BLOCKS = 'article, div, p, li, td, th, pre, blockquote, h1, h2, h3, h4, h5, h6';
/** Elements of a message that are not its text. */
const ASIDE = 'button, time, [aria-hidden=true]';

/** A text node, and its start offset in the text of the whole element. */
interface Piece {
  node: Text;
  start: number;
}

/** Returns the text of an element, one line per block, and its text nodes. */
function extractText(element: Element): { text: string; pieces: Piece[] } {
  const pieces: Piece[] = [];
  let text = '';
  let block: Element | null = null;
  const walker = document.createTreeWalker(
    element,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    (node) =>
      node instanceof Element && node.matches(ASIDE)
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    const within = node.parentElement?.closest(BLOCKS) ?? null;
    if (block !== null && within !== block) text += '\n';
    block = within;
    pieces.push({ node, start: text.length });
    text += node.data;
  }
  return { text, pieces };
}

function pattern(words: string): RegExp {
  const literals = words.trim().split(/\s+/).map(searchPattern);
  return new RegExp(literals.join('[^\\S\\n]+'), 'giu');
}

/**
 * Finds the ranges of the given words in the visible text of an element, ignoring case and form, also across markup.
 * @returns in text order
 */
export function findWords(element: Element, words: string): Range[] {
  if (words.trim() === '') return [];
  const { text, pieces } = extractText(element);
  return Array.from(text.matchAll(pattern(words)), ({ 0: match, index }) => {
    const range = document.createRange();
    const last = index + match.length;
    const from = pieces.findLast(({ start }) => start <= index);
    const to = pieces.findLast(({ start }) => start < last);
    if (from) range.setStart(from.node, index - from.start);
    if (to) range.setEnd(to.node, last - to.start);
    return range;
  });
}
