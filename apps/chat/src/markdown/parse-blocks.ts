import type { Code, RootContent } from 'mdast';
import { continueText } from './continue-text';
import {
  NO_REFERENCES,
  parseMarkdown,
  resolveReferences,
  type References,
} from '@homie/widgets/markdown';

/** The blocks of a Markdown text that grows at its end. */
export interface Blocks {
  blocks: readonly RootContent[];
  /** The number of leading blocks that no further text can change: each is parsed once. */
  closed: number;
  /** Empty until the text is complete. */
  references: References;
  /** Some text is not parsed yet. Calling `parse` again continues. */
  behind: boolean;
}

/**
 * The number of characters that may be parsed again with each update. A larger open block is parsed with every second,
 * third … update only: whatever a reply consists of, an update costs no more than this on average.
 */
const ALLOWANCE = 2000;

/** The first line of a fence that is not indented, so that its content is exactly the lines that follow. */
const FENCE = /^(`{3,}|~{3,})[^\n]*\n/;

const BLANK_LINE = /\n[ \t]*\r?\n/;

interface OpenFence {
  node: Code;
  /** Matches the closing line. */
  end: RegExp;
  /** The offsets, in the open text, of the content and of the first line that may close the fence. */
  content: number;
  unread: number;
}

/**
 * Parses a growing text incrementally: only the text after the last closed block is parsed again, so that a long reply
 * costs no more per word than a short one. References across blocks are resolved once the text is complete.
 */
export class BlockParser {
  #text = '';
  #complete = false;
  #result: Blocks = { blocks: [], closed: 0, references: NO_REFERENCES, behind: false };
  #closed: RootContent[] = [];
  #open: readonly RootContent[] = [];
  /** The offset that the positions of open blocks are relative to, and the offset up to which they were parsed. */
  #base = 0;
  #end = 0;
  /** The offset of the first open block. */
  #offset = 0;
  #fence: OpenFence | null = null;
  #allowance = ALLOWANCE;

  /**
   * @param text the whole text so far; one that does not continue the previous text is parsed from its start
   * @param complete no text will follow: all of it is parsed
   */
  parse(text: string, complete = false): Blocks {
    const { behind } = this.#result;
    if (text === this.#text && complete === this.#complete && !behind) return this.#result;
    const isNew = this.#text === '' || !text.startsWith(this.#text);
    if (isNew) {
      this.#closed = [];
      this.#open = [];
      this.#offset = 0;
      this.#fence = null;
    }
    this.#text = text;
    this.#complete = complete;
    this.#result = this.#read(text.slice(this.#offset), complete, isNew);
    return this.#result;
  }

  #read(source: string, complete: boolean, isNew: boolean): Blocks {
    if (!complete && this.#fence && this.#continueFence(this.#fence, source)) {
      return this.#blocks([this.#fence.node]);
    }
    if (!complete && this.#continueText()) return this.#blocks(this.#open);
    this.#allowance = Math.min(this.#allowance + ALLOWANCE, Math.max(ALLOWANCE, source.length));
    if (!complete && !isNew && this.#allowance < source.length)
      return { ...this.#result, behind: true };
    this.#allowance -= source.length;

    const found = parseMarkdown(source);
    if (complete) {
      const whole = resolveReferences(this.#text, [...this.#closed, ...found]);
      return { ...whole, closed: whole.blocks.length, behind: false };
    }
    const open = firstOpen(source, found);
    this.#closed = open > 0 ? [...this.#closed, ...found.slice(0, open)] : this.#closed;
    const rest = found.slice(open);
    const skipped = open > 0 ? lineStart(source, rest[0]) : 0;
    this.#offset += skipped;
    this.#open = rest;
    this.#base = this.#offset - skipped;
    this.#end = this.#text.length;
    this.#fence = openFence(source.slice(skipped), rest);
    return this.#blocks(rest);
  }

  #blocks(open: readonly RootContent[]): Blocks {
    return {
      blocks: [...this.#closed, ...open],
      closed: this.#closed.length,
      references: NO_REFERENCES,
      behind: false,
    };
  }

  /** Appends plain words to the last block without parsing it. Returns false if they may be Markdown syntax. */
  #continueText(): boolean {
    const last = this.#open.at(-1);
    if (last === undefined || this.#end >= this.#text.length) return false;
    const known = this.#text.slice(this.#base, this.#end);
    const continued = continueText(last, known, this.#text.slice(this.#end));
    if (continued === undefined) return false;
    this.#open = [...this.#open.slice(0, -1), continued];
    this.#end = this.#text.length;
    return true;
  }

  /** Appends text to an open fence without parsing it. Returns false if the fence may be closed. */
  #continueFence(fence: OpenFence, source: string): boolean {
    fence.end.lastIndex = fence.unread;
    if (fence.end.test(source)) return false;
    fence.unread = source.lastIndexOf('\n') + 1;
    fence.node = { ...fence.node, value: source.slice(fence.content).replace(/(\r?\n|\r)$/, '') };
    return true;
  }
}

/**
 * Returns the index of the first block that further text may still change: the last one, and the one before while the
 * last has no complete line. In '1. one\n\n2' the '2' is a paragraph that becomes an item of the list.
 */
function firstOpen(source: string, blocks: readonly RootContent[]): number {
  const last = blocks.length - 1;
  const { start } = getOffsets(blocks[last]);
  const open = source.indexOf('\n', start) === -1 ? last - 1 : last;
  const container = containerBefore(source, blocks, open);
  return Math.max(0, container ?? open);
}

/** Returns the index of the quote or list that affects how the block at `index` is parsed; undefined if none does. */
function containerBefore(
  source: string,
  blocks: readonly RootContent[],
  index: number,
): number | undefined {
  // After a list, micromark splits indented code at blank lines that it would otherwise include.
  let first = index;
  while (isIndentedCode(source, blocks[first])) first -= 1;
  if (first < index && blocks[first]?.type === 'list') return first;
  const before = blocks[index - 1];
  const isContainer = before?.type === 'blockquote' || before?.type === 'list';
  const between = source.slice(getOffsets(before).end, getOffsets(blocks[index]).start);
  return isContainer && !BLANK_LINE.test(between) ? index - 1 : undefined;
}

/** Returns whether a block is code by its indentation; the position of a fence is that of its first mark. */
function isIndentedCode(source: string, block: RootContent | undefined): boolean {
  return block?.type === 'code' && /[ \t]/.test(source.charAt(getOffsets(block).start));
}

function getOffsets(block: RootContent | undefined): { start: number; end: number } {
  const { start, end } = block?.position ?? {};
  return { start: start?.offset ?? 0, end: end?.offset ?? 0 };
}

/** Returns the offset of a block's first line, including its indentation. */
function lineStart(source: string, block: RootContent | undefined): number {
  return source.lastIndexOf('\n', getOffsets(block).start - 1) + 1;
}

function openFence(source: string, open: readonly RootContent[]): OpenFence | null {
  const [node] = open;
  const [opening, marker] = FENCE.exec(source) ?? [];
  if (open.length !== 1 || node?.type !== 'code' || !opening || !marker) return null;
  return {
    node,
    end: new RegExp(`^ {0,3}\\${marker[0]}{${marker.length},}[ \\t]*\\r?$`, 'gm'),
    content: opening.length,
    unread: opening.length,
  };
}
