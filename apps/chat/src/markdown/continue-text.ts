import type { Heading, Nodes, Paragraph, PhrasingContent, RootContent, Text } from 'mdast';

/** What begins and ends nothing in Markdown, whatever stands before it. */
const PLAIN = /^[\p{L}\p{N} ,.?’–—]+$/u;
/** A line that is text for good: before its first letter there is no '<', which may begin a block of HTML. */
const SETTLED_LINE = /(?:^|\n)[^\p{L}\n<]*\p{L}[^\n]*$/u;
/** A last word that may become a link, or part of one, as it grows. */
const LINK = /www\.|:\/\/|@/i;

type Phrases = Paragraph | Heading;

/** Read from the end: a pattern would try from each letter of every long word before it. */
function lastWord(source: string): string {
  let start = source.length;
  while (start > 0 && /\S/.test(source.charAt(start - 1))) start -= 1;
  return source.slice(start);
}

/** What words and formatting a block ends with, if it ends with any. */
function lastPhrases(node: Nodes): Phrases | undefined {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      return node;
    case 'blockquote':
    case 'list':
    case 'listItem': {
      const last = node.children.at(-1);
      return last && lastPhrases(last);
    }
    default:
      return undefined;
  }
}

/** The block with other last phrases; what does not lead to them stays the same. */
function withPhrases<Node extends Nodes>(node: Node, phrases: Phrases): Node {
  if (node.type === phrases.type) return { ...node, ...phrases };
  if (!('children' in node)) return node;
  const children = node.children.map((child, index, { length }) =>
    index === length - 1 ? withPhrases(child, phrases) : child,
  );
  return { ...node, children };
}

/** A text that ends where another node does, to be continued. */
function emptyTextAfter({ position }: PhrasingContent): Text {
  return { type: 'text', value: '', position: position && { ...position, start: position.end } };
}

/**
 * An open block with words that were added to it, where that needs no parser: most of what a reply consists of.
 * @param source the text of the block, up to the addition
 * @returns undefined where the words may mean more
 */
export function continueText(
  block: RootContent,
  source: string,
  added: string,
): RootContent | undefined {
  if (!PLAIN.test(added) || !SETTLED_LINE.test(source)) return undefined;
  if (LINK.test(lastWord(source) + added)) return undefined;
  const phrases = lastPhrases(block);
  const last = phrases?.children.at(-1);
  if (phrases === undefined || last === undefined) return undefined;
  const text = last.type === 'text' ? last : emptyTextAfter(last);
  const end = text.position?.end;
  if (!text.position || end?.offset === undefined) return undefined;
  // What stands after the last phrase must be nothing but spaces.
  const between = source.slice(end.offset);
  if (!/^ *$/.test(between)) return undefined;
  // '[x]' may be a task's tick, and what ends formatting may not when a letter follows.
  if (text.value.endsWith(']') || (last !== text && !(between + added).startsWith(' ')))
    return undefined;
  const more = (between + added).trimEnd();
  if (more === '') return block;
  const continued: Text = {
    ...text,
    value: text.value + more,
    position: { ...text.position, end: { ...end, offset: end.offset + more.length } },
  };
  const before = last === text ? phrases.children.slice(0, -1) : phrases.children;
  return withPhrases(block, { ...phrases, children: [...before, continued] });
}
