import type { RichText } from '@homie/widgets';
import { plainText } from './plain-text';

/** Attributes that other programs understand. */
const KEPT = new Set(['href', 'start', 'value', 'align', 'dir']);

function replaceAll(root: Element, selector: string, replace: (element: Element) => Node | string) {
  for (const element of root.querySelectorAll(selector)) element.replaceWith(replace(element));
}

/** Reduces a rendered reply or quote to what other programs understand: no buttons, classes or scroll containers. */
export function richText(rendered: Node): RichText {
  const root = document.createElement('div');
  root.append(rendered.cloneNode(true));
  for (const element of root.querySelectorAll('button, .code-bar, .hidden')) element.remove();
  for (const group of root.querySelectorAll('.table, .code')) group.replaceWith(...group.children);
  replaceAll(root, 'pre > code', (code) => {
    const plain = document.createElement('code');
    plain.textContent = code.textContent;
    return plain;
  });
  replaceAll(root, 'input', (input) => (input.hasAttribute('checked') ? '☑' : '☐'));
  replaceAll(root, 'a[href^="#"]', (link) => `[${link.textContent}]`);
  // Addresses in the app lead nowhere in other programs.
  replaceAll(root, 'a[href^="/"]', (link) => link.textContent);
  for (const element of root.querySelectorAll('*'))
    for (const name of element.getAttributeNames())
      if (!KEPT.has(name)) element.removeAttribute(name);
  return { html: root.innerHTML, text: plainText(root) };
}
