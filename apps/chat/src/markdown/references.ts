import type { Definition, FootnoteDefinition, Nodes, RootContent } from 'mdast';
import { parseMarkdown } from './parse-markdown';

/** What one block of a text says for others. */
export interface References {
  /** Where links lead that only name a label. */
  links: readonly Definition[];
  /** The notes that are referred to, in that order. */
  notes: readonly FootnoteDefinition[];
}

/** Those of a text that is still being written, and of one without any. */
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
      // The first of two counts, as with links.
      if (node.type === 'footnoteDefinition' && !definitions.has(node.identifier))
        definitions.set(node.identifier, node);
    });
  return { links, notes: [...labels].flatMap((label) => definitions.get(label) ?? []) };
}

/** Whether two nodes are drawn the same: all but their places in the text. */
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
 * Lets the blocks of a complete text, which were read one by one, refer to each other. Blocks that this does not
 * change stay the same objects, so that nothing of them is drawn anew.
 */
export function resolveReferences(
  text: string,
  blocks: readonly RootContent[],
): { blocks: readonly RootContent[]; references: References } {
  if (!text.includes(']:')) return { blocks, references: NO_REFERENCES };
  const whole = parseMarkdown(text).map((node, index) => {
    const known = blocks[index];
    return known && isSame(known, node) ? known : node;
  });
  return { blocks: whole, references: referencesIn(whole) };
}
