import type { Nodes, RootContent, Text } from 'mdast';

/** What begins and ends nothing in Markdown, whatever stands before it. */
const PLAIN = /^[\p{L}\p{N} ,.?’–—]+$/u;
/** A line that is text for good: before its first letter there is no '<', which may begin a block of HTML. */
const SETTLED_LINE = /(?:^|\n)[^\p{L}\n<]*\p{L}[^\n]*$/u;
/** A last word that may become a link, or part of one, as it grows. */
const LINK = /www\.|:\/\/|@/i;
const WORD = /\S*$/;

/** The text with which a block ends, if it ends with text that just goes on. */
function lastText(node: Nodes): Text | undefined {
  switch (node.type) {
    case 'paragraph':
    case 'heading': {
      const last = node.children.at(-1);
      return last?.type === 'text' ? last : undefined;
    }
    case 'blockquote':
    case 'list':
    case 'listItem': {
      const last = node.children.at(-1);
      return last && lastText(last);
    }
    default:
      return undefined;
  }
}

/** The block with another last text; what does not lead to it stays the same. */
function withLastText<Node extends Nodes>(node: Node, text: Text): Node {
  if (!('children' in node)) return node;
  const last = node.children.at(-1);
  const next = last === undefined || last.type === 'text' ? text : withLastText(last, text);
  return { ...node, children: [...node.children.slice(0, -1), next] };
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
  if (LINK.test((WORD.exec(source)?.[0] ?? '') + added)) return undefined;
  const text = lastText(block);
  const end = text?.position?.end;
  if (!text?.position || end?.offset === undefined) return undefined;
  // '[x]' may be a task's tick; and what stands after the text must be nothing but its spaces.
  if (text.value.endsWith(']') || !/^ *$/.test(source.slice(end.offset))) return undefined;
  const more = (source.slice(end.offset) + added).trimEnd();
  return withLastText(block, {
    ...text,
    value: text.value + more,
    position: { ...text.position, end: { ...end, offset: end.offset + more.length } },
  });
}
