import type { Heading, Nodes, Paragraph, PhrasingContent, RootContent, Text } from 'mdast';

/** Text that is never Markdown syntax, whatever precedes it. */
const PLAIN = /^[\p{L}\p{N} ,.?’–—]+$/u;
/** A last line that can only be text: no '<', which may start an HTML block, precedes its first letter. */
const SETTLED_LINE = /(?:^|\n)[^\p{L}\n<]*\p{L}[^\n]*$/u;
/** A last word that may become a link, or part of one, as it grows. */
const LINK = /www\.|:\/\/|@/i;

type Phrases = Paragraph | Heading;

/** Scans from the end: a regular expression would start at each letter of every long word before it. */
function lastWord(source: string): string {
  let start = source.length;
  while (start > 0 && /\S/.test(source.charAt(start - 1))) start -= 1;
  return source.slice(start);
}

/** Returns the paragraph or heading that a block ends with, if there is one. */
export function lastPhrases(node: Nodes): Phrases | undefined {
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

/** Replaces the last paragraph or heading of a block; nodes that do not contain it stay the same objects. */
export function withPhrases<Node extends Nodes>(node: Node, phrases: Phrases): Node {
  if (node.type === phrases.type) return { ...node, ...phrases };
  if (!('children' in node)) return node;
  const children = node.children.map((child, index, { length }) =>
    index === length - 1 ? withPhrases(child, phrases) : child,
  );
  return { ...node, children };
}

/** Returns an empty text node at the end of another node, to be continued. */
function emptyTextAfter({ position }: PhrasingContent): Text {
  return { type: 'text', value: '', position: position && { ...position, start: position.end } };
}

/**
 * Appends text to an open block without parsing it, where that is possible: for most of a reply.
 * @param source the text of the block, up to the addition
 * @returns undefined if the added text may be Markdown syntax
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
  // Only spaces may follow the last phrase.
  const between = source.slice(end.offset);
  if (!/^ *$/.test(between)) return undefined;
  // '[x]' may be the checkbox of a task, a dot may belong to '__init__.py', and a delimiter that closes formatting may
  // not do so if a letter follows.
  if (
    text.value === '.' ||
    text.value.endsWith(']') ||
    (last !== text && !(between + added).startsWith(' '))
  )
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
