import type { RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

const extensions = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

/** The blocks of a Markdown text that grows at its end. */
export interface Blocks {
  /** Blocks that no further text can change, each parsed once. */
  closed: readonly RootContent[];
  /** The last block, parsed anew as long as it grows. */
  open: RootContent | null;
}

/**
 * Parses a text as it grows: only what follows the last closed block is read again, so that a long reply costs no more
 * per word than a short one. Link references and footnotes therefore hold within a block only.
 */
export class BlockParser {
  #closed: RootContent[] = [];
  #text = '';
  /** Where the open block begins. */
  #offset = 0;

  /** @param text the whole text so far; one that does not continue the last is read from its start */
  parse(text: string): Blocks {
    if (!text.startsWith(this.#text)) {
      this.#closed = [];
      this.#offset = 0;
    }
    this.#text = text;
    const blocks = fromMarkdown(text.slice(this.#offset), extensions).children;
    const open = blocks.pop() ?? null;
    if (blocks.length > 0) {
      this.#closed = [...this.#closed, ...blocks];
      this.#offset += open?.position?.start.offset ?? 0;
    }
    return { closed: this.#closed, open };
  }
}
