import type { RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly';
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough';
import { gfm } from 'micromark-extension-gfm';
import { showLiteralSigns } from './literal-signs.ts';

/** In replies a single tilde means "about", so only two of them strike through. */
const tildes = { singleTilde: false };
const extensions = {
  extensions: [gfm(tildes), cjkFriendlyExtension(), gfmStrikethroughCjkFriendly(tildes)],
  mdastExtensions: [gfmFromMarkdown()],
};

/** Quotes or lists that are nested on one line. So many are never meant, and each makes parsing slower. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){50}/m;

/**
 * Parses GitHub Flavored Markdown into blocks, with the line breaks of the text and without formatting that replies do
 * not mean. A text that is nested too deep becomes one paragraph of plain text.
 */
export function parseMarkdown(text: string): RootContent[] {
  if (!TOO_DEEP.test(text)) {
    try {
      const root = fromMarkdown(text, extensions);
      showLiteralSigns(root, text);
      return root.children;
    } catch (error) {
      // Nested too deep for the stack in another way.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return [{ type: 'paragraph', children: [{ type: 'text', value: text }] }];
}
