import type { RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

const extensions = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

/** Quotes or lists that begin inside each other on one line. Nobody means so many, and each makes parsing slower. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){50}/m;

/** The blocks of a text in GitHub Flavored Markdown; what no parser should be given is a paragraph of plain text. */
export function parseMarkdown(text: string): RootContent[] {
  if (!TOO_DEEP.test(text)) {
    try {
      return fromMarkdown(text, extensions).children;
    } catch (error) {
      // Nested beyond the stack in some other way.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return [{ type: 'paragraph', children: [{ type: 'text', value: text }] }];
}
