import type { Link, List, ListItem, Nodes, Paragraph, Parents, PhrasingContent, Text } from 'mdast';
import { AFTER_ADDRESS } from './address-end.ts';

const BREAK = /^<br\s*\/?>$/i;
const COMMENT = /^<!--[^]*-->\s*$/;
const ADDRESS = /^(?:https?:|mailto:|www\.|[/#.])/i;
/** A mark of a sentence before the punctuation does not belong to the address either. */
const ADDRESS_END = new RegExp(`([.,:;!?]*[${AFTER_ADDRESS}])`);
const WORD = /[\p{L}\p{N}]/u;
const PHRASING = new Set(
  'paragraph heading tableCell emphasis strong delete link linkReference'.split(' '),
);

function sourceOf({ position }: Nodes, source: string): string {
  return source.slice(position?.start.offset, position?.end.offset);
}

const paragraph = (node: Nodes, value: string): Paragraph => ({
  type: 'paragraph',
  children: [{ type: 'text', value }],
  position: node.position,
});

/** Breaks a text where its lines end: addresses and signatures are written so. */
function breakLines({ value, position }: Text, before: Nodes | undefined): PhrasingContent[] {
  const lines = value.split(/\r?\n|\r/);
  // After '<br>' a line ends only once.
  if (lines[0] === '' && before?.type === 'html' && BREAK.test(before.value)) lines.shift();
  return lines.flatMap((line, index): PhrasingContent[] => [
    ...(index > 0 ? [{ type: 'break' } as const] : []),
    ...(line === '' ? [] : [{ type: 'text', value: line, position } as const]),
  ]);
}

/** Returns true if marks of emphasis are signs: of a product (5*3*2), a form (__/__) or a file (__init__.py). */
function areSigns(source: string, start: number, end: number, length: number): boolean {
  const isTimes = (from: number) =>
    source[from] === '*' &&
    /\d/.test(source.charAt(from - 1)) &&
    /\d/.test(source.charAt(from + length));
  if (source[start] === '*') return isTimes(start) || isTimes(end - length);
  return (
    !WORD.test(source.slice(start + length, end - length)) ||
    /^\.\w/.test(source.slice(end, end + 2))
  );
}

/** Ends a web address before the quotation mark or the full-width punctuation that follows it. */
function endAddress(link: Link, child: Text): PhrasingContent[] {
  const pieces = child.value.split(ADDRESS_END);
  const scheme = link.url.slice(0, link.url.length - child.value.length);
  return pieces.flatMap((value, index): PhrasingContent[] => {
    const shown: Text = { type: 'text', value };
    if (value === '') return [];
    if (index === 0) return [{ type: 'link', url: scheme + value, children: [shown] }];
    return /^https?:\/\/./i.test(value)
      ? [{ type: 'link', url: value, children: [shown] }]
      : [shown];
  });
}

/** Gives the items of a list the numbers that they are written with, where these skip some, as years do. */
function numberItems({ children, start }: List, source: string): void {
  let expected = start ?? 1;
  for (const item of children) {
    const number = Number.parseInt(sourceOf(item, source), 10);
    if (number > expected) {
      item.data = { hProperties: { value: String(number) } };
      expected = number;
    }
    expected += 1;
  }
}

/** Returns the number of an item that does not follow the one before. */
export function itemNumber({ data }: ListItem): number | undefined {
  const value = data?.hProperties?.['value'];
  return typeof value === 'string' ? Number(value) : undefined;
}

/** Returns what a node is in a reply, if Markdown reads it in another way than its writer meant it. */
function replaceNode(node: Nodes, parent: Parents, source: string): readonly Nodes[] | undefined {
  const written = sourceOf(node, source);
  switch (node.type) {
    case 'emphasis':
    case 'strong': {
      const length = node.type === 'strong' ? 2 : 1;
      const { start, end } = node.position ?? {};
      if (!areSigns(source, start?.offset ?? 0, end?.offset ?? 0, length)) return undefined;
      const mark = { type: 'text', value: written.slice(0, length) } as const;
      return [mark, ...node.children, { ...mark }];
    }
    case 'link': {
      const [child] = node.children;
      const isLiteral = child?.type === 'text' && !/^[[<]/.test(written);
      return isLiteral && ADDRESS_END.test(child.value) ? endAddress(node, child) : undefined;
    }
    case 'definition':
      // '[Name]: Maya' is a line of a form.
      return ADDRESS.test(node.url) ? undefined : [paragraph(node, written)];
    case 'html':
      // HTML is shown as it was written, but for line breaks and comments.
      return PHRASING.has(parent.type) || BREAK.test(node.value) || COMMENT.test(node.value)
        ? undefined
        : [paragraph(node, node.value)];
    case 'heading': {
      // A line of one or two dashes separates a signature.
      const [, underline] = /\n[ \t]*([-=]{1,2})[ \t]*$/.exec(written) ?? [];
      return underline === undefined
        ? undefined
        : [
            {
              type: 'paragraph',
              children: [...node.children, { type: 'text', value: `\n${underline}` }],
              position: node.position,
            },
          ];
    }
    case 'blockquote': {
      // '>= 39' is a comparison, and so is '> 38' at the start of an item.
      const isItem = parent.type === 'listItem' && parent.children[0] === node;
      const sign = (isItem ? /^>(?=[=\d])|^> (?=[=\d])/ : /^>(?=[=\d])/).exec(written)?.[0];
      const [first, ...others] = node.children;
      const [words] = first?.type === 'paragraph' && others.length === 0 ? first.children : [];
      if (sign === undefined || words?.type !== 'text') return undefined;
      words.value = sign + words.value.replaceAll('\n', `\n${sign}`);
      return node.children;
    }
    default:
      return undefined;
  }
}

function readNode(
  node: Nodes,
  before: Nodes | undefined,
  parent: Parents,
  source: string,
): Nodes[] {
  if (node.type === 'text') return breakLines(node, before);
  const replaced = replaceNode(node, parent, source);
  if (replaced)
    return replaced.flatMap((other, index) => readNode(other, replaced[index - 1], parent, source));
  if (node.type === 'list' && node.ordered) numberItems(node, source);
  if ('children' in node) showLiteralSigns(node, source);
  return [node];
}

/**
 * Changes a tree so that a reader gets every line and every sign that a reply was written with: CommonMark is made for
 * writers who see the result and correct it, which models do not.
 */
export function showLiteralSigns(parent: Parents, source: string): void {
  const { children }: { children: Nodes[] } = parent;
  const read = children.flatMap((child, index) =>
    readNode(child, children[index - 1], parent, source),
  );
  Object.assign(parent, { children: read });
}
