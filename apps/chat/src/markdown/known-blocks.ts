import { BlockParser, type Blocks } from './parse-blocks';

/** The total number of characters whose blocks are cached: some megabytes of blocks. */
const KEPT_CHARACTERS = 200_000;

/** Ordered by use, the most recently used last. */
const known = new Map<string, Blocks>();
let characters = 0;

function cacheBlocks(text: string, blocks: Blocks): void {
  known.set(text, blocks);
  characters += text.length;
  for (const oldest of known.keys()) {
    if (characters <= KEPT_CHARACTERS) break;
    known.delete(oldest);
    characters -= oldest.length;
  }
}

/**
 * Returns the blocks of a complete text. They are cached, so that a reply that scrolls back into view is not parsed
 * again.
 * @param parse parses a text that is not cached; a caller that has parsed most of it can pass its own parser
 */
export function knownBlocks(
  text: string,
  parse = () => new BlockParser().parse(text, true),
): Blocks {
  const before = known.get(text);
  if (before === undefined) {
    const blocks = parse();
    cacheBlocks(text, blocks);
    return blocks;
  }
  known.delete(text);
  known.set(text, before);
  return before;
}

/** Returns true if the blocks of a text are cached. */
export function isKnown(text: string): boolean {
  return known.has(text);
}
