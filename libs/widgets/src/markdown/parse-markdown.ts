import type { RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

const extensions = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

/** Quotes or lists that are nested on one line. So many are never meant, and each makes parsing slower. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){50}/m;

/** Parses GitHub Flavored Markdown into blocks. A text that is nested too deep becomes one paragraph of plain text. */
export function parseMarkdown(text: string): RootContent[] {
  if (!TOO_DEEP.test(text)) {
    try {
      return fromMarkdown(text, extensions).children;
    } catch (error) {
      // Nested too deep for the stack in another way.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return [{ type: 'paragraph', children: [{ type: 'text', value: text }] }];
}
