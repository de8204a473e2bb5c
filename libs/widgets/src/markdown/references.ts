import type {
  Definition,
  FootnoteDefinition,
  Link,
  Nodes,
  Paragraph,
  RootContent,
  Text,
} from 'mdast';
import { parseMarkdown } from './parse-markdown.ts';

/** The definitions in a text that its blocks refer to. */
export interface References {
  /** The targets of links that only name a label. */
  links: readonly Definition[];
  /** The footnotes, in the order of their references. */
  notes: readonly FootnoteDefinition[];
}

/** The references of an incomplete text, and of one without any. */
export const NO_REFERENCES: References = { links: [], notes: [] };

function collect(node: Nodes, visit: (node: Nodes) => void): void {
  visit(node);
  if ('children' in node) for (const child of node.children) collect(child, visit);
}

function referencesIn(blocks: readonly RootContent[]): References {
  const links: Definition[] = [];
  const definitions = new Map<string, FootnoteDefinition>();
  const labels = new Set<string>();
  for (const block of blocks)
    collect(block, (node) => {
      if (node.type === 'definition') links.push(node);
      if (node.type === 'footnoteReference') labels.add(node.identifier);
      // The first definition of a label counts, as with links.
      if (node.type === 'footnoteDefinition' && !definitions.has(node.identifier))
        definitions.set(node.identifier, node);
    });
  // Notes that nothing refers to are shown after the others.
  const all = new Set([...labels, ...definitions.keys()]);
  return { links, notes: [...all].flatMap((label) => definitions.get(label) ?? []) };
}

/** Shows a link that nothing refers to, as in a list of sources. */
function showDefinition({ label, identifier, url, title }: Definition): Paragraph {
  const link: Link = { type: 'link', url, children: [{ type: 'text', value: url }] };
  const words = (value: string): Text => ({ type: 'text', value });
  const name = words(`[${label ?? identifier}]: `);
  return { type: 'paragraph', children: [name, link, ...(title ? [words(` "${title}"`)] : [])] };
}

/** Returns true if two nodes render the same: their positions are ignored. */
function isSame(first: unknown, second: unknown): boolean {
  if (typeof first !== 'object' || typeof second !== 'object' || !first || !second)
    return first === second;
  const rest = (node: object) => Object.entries(node).filter(([key]) => key !== 'position');
  const [before, after] = [rest(first), new Map(rest(second))];
  return (
    before.length === after.size &&
    before.every(([key, value]) => after.has(key) && isSame(value, after.get(key)))
  );
}

/**
 * Resolves references between the blocks of a complete text, which were parsed one by one. Blocks that this does not
 * change stay the same objects, so that they do not re-render.
 */
export function resolveReferences(
  text: string,
  blocks: readonly RootContent[],
): { blocks: readonly RootContent[]; references: References } {
  if (!text.includes(']:')) return { blocks, references: NO_REFERENCES };
  const parsed = parseMarkdown(text);
  const used = new Set<string>();
  for (const block of parsed)
    collect(block, (node) => {
      if (node.type === 'linkReference' || node.type === 'imageReference')
        used.add(node.identifier);
    });
  const whole = parsed.map((parsedNode, index) => {
    const known = blocks[index];
    const node =
      parsedNode.type === 'definition' && !used.has(parsedNode.identifier)
        ? showDefinition(parsedNode)
        : parsedNode;
    return known && isSame(known, node) ? known : node;
  });
  return { blocks: whole, references: referencesIn(whole) };
}
