import type { Element, ElementContent, Nodes as Tree, Root } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import type { Heading, Html, Image, ImageReference, Nodes, RootContent } from 'mdast';
import { toHast, type Handlers, type State } from 'mdast-util-to-hast';
import type { References } from './references.ts';
import { sanitizeSchema } from './sanitize-schema.ts';

function element(
  tagName: string,
  properties: Element['properties'],
  children: ElementContent[] = [],
): Element {
  return { type: 'element', tagName, properties, children };
}

function heading(state: State, { depth, ...node }: Heading) {
  // One level lower: the first-level heading is that of the page.
  return element(`h${Math.min(depth + 1, 6)}`, {}, state.all({ ...node, depth }));
}

/** Renders HTML within a line as text, so that no word is lost; only a line break as one. Comments are removed. */
function html(_: State, { value }: Html) {
  if (/^<br\s*\/?>$/i.test(value)) return element('br', {});
  return /^<!--[^]*-->\s*$/.test(value) ? undefined : ({ type: 'text', value } as const);
}

/** Renders an image as a link: loading it would reveal to its server who reads the reply, and when. */
function picture(alt: string | null | undefined, url: string | undefined, parent?: Nodes) {
  const text = { type: 'text', value: alt || 'Image' } as const;
  const isLinked = parent?.type === 'link' || parent?.type === 'linkReference';
  return isLinked || url === undefined ? text : element('a', { href: url }, [text]);
}

const handlers: Handlers = {
  heading,
  html,
  image: (_: State, { alt, url }: Image, parent?: Nodes) => picture(alt, url, parent),
  imageReference: (state: State, { alt, identifier }: ImageReference, parent?: Nodes) =>
    picture(alt, state.definitionById.get(identifier.toUpperCase())?.url, parent),
};

/** Converts a block to a sanitised tree of elements: nothing in it runs, loads or imitates the product. */
export function blockTree(node: RootContent, { links, notes }: References): Tree {
  const numbers = new Map(notes.map(({ identifier }, index) => [identifier, index + 1]));
  const tree = toHast(
    { type: 'root', children: [node, ...links] },
    {
      handlers: {
        ...handlers,
        footnoteReference(_: State, { identifier }: { identifier: string }) {
          const number = numbers.get(identifier) ?? 0;
          const value = String(number);
          return element('sup', {}, [
            element('a', { href: `#note-${value}` }, [{ type: 'text', value }]),
          ]);
        },
      },
    },
  );
  const safe = sanitize(tree, sanitizeSchema);
  // Each block has the text direction of its own words.
  if (safe.type === 'root')
    for (const child of safe.children)
      if (child.type === 'element') child.properties['dir'] = 'auto';
  return safe;
}

/**
 * Converts a block for the page, where a browser may translate it: each text that has siblings, or may get some as it
 * grows, has its own element, so that React can update it, and code is not translated.
 */
export function shownTree(node: RootContent, references: References): Tree {
  const tree = blockTree(node, references);
  if (tree.type === 'root') wrapTexts(tree);
  return tree;
}

const MAY_GROW = /^(?:p|li|h\d|t[dh])$/;

function wrapTexts(parent: Element | Root) {
  const hasElements =
    parent.children.length > 1 || (parent.type === 'element' && MAY_GROW.test(parent.tagName));
  const wrap = <Child extends Element['children'][number] | Root['children'][number]>(
    child: Child,
  ) => {
    if (child.type === 'element') wrapTexts(child);
    const isBare = hasElements && child.type === 'text' && child.value.trim() !== '';
    return isBare ? element('span', {}, [child]) : child;
  };
  if (parent.type === 'root') parent.children = parent.children.map(wrap);
  else parent.children = parent.children.map(wrap);
  if (parent.type === 'element' && parent.tagName === 'code') parent.properties['translate'] = 'no';
}
