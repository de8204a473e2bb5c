import type { Citation } from '@homie/contracts';
import type { Nodes } from 'hast';
import type { RichText } from '@homie/widgets';
import { blockTree } from '@homie/widgets/markdown';
import { BlockParser } from '../parse-blocks';
import { richText } from './rich-text';

/** Converts a sanitised tree to detached DOM nodes. */
function render(node: Nodes): Node | string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element' && node.type !== 'root') return '';
  const element = document.createElement(node.type === 'root' ? 'div' : node.tagName);
  if (node.type === 'element')
    for (const [name, value] of Object.entries(node.properties))
      if (value !== false) element.setAttribute(name, value === true ? '' : String(value));
  element.append(...node.children.map(render));
  // Only web and mail addresses are links, as in a rendered reply.
  return element.matches('a:not([href^="#"], [href^="http"], [href^="mailto:"])')
    ? element.textContent
    : element;
}

/** Renders the sources of a reply: passages with their numbers, web pages as links. */
function renderSources(citations: readonly Citation[]): Node[] {
  if (citations.length === 0) return [];
  const heading = document.createElement('p');
  heading.textContent = 'Sources:';
  const list = document.createElement('ul');
  for (const { url, title, number } of citations) {
    const source = document.createElement('li');
    if (number === undefined) {
      const link = document.createElement('a');
      link.href = url;
      link.textContent = title;
      source.append(link);
    } else source.append(`[${number}] ${title}`);
    list.append(source);
  }
  return [heading, list];
}

/** Converts a reply to rich text for the clipboard, with its notes and sources at the end. */
export function markdownToRichText(
  markdown: string,
  citations: readonly Citation[] = [],
): RichText {
  const { blocks, references } = new BlockParser().parse(markdown, true);
  const rendered = document.createDocumentFragment();
  for (const block of blocks)
    rendered.append(...rootChildren(render(blockTree(block, references))));
  const notes = document.createElement('ol');
  for (const { children } of references.notes) {
    const note = document.createElement('li');
    note.append(...children.flatMap((node) => rootChildren(render(blockTree(node, references)))));
    notes.append(note);
  }
  if (notes.hasChildNodes()) rendered.append(notes);
  rendered.append(...renderSources(citations));
  return richText(rendered);
}

/** Returns the blocks without the element around them. */
function rootChildren(root: Node | string): (Node | string)[] {
  return root instanceof Element && root.tagName === 'DIV' ? [...root.childNodes] : [root];
}
