import { BlockParser, type Blocks } from './parse-blocks';

/** The texts whose blocks are kept have no more characters than this together: some megabytes of blocks. */
const KEPT_CHARACTERS = 200_000;

/** Those used last come last. */
const known = new Map<string, Blocks>();
let characters = 0;

function keep(text: string, blocks: Blocks): void {
  known.set(text, blocks);
  characters += text.length;
  for (const oldest of known.keys()) {
    if (characters <= KEPT_CHARACTERS) break;
    known.delete(oldest);
    characters -= oldest.length;
  }
}

/**
 * The blocks of a complete text. They are kept, and are the same objects the next time: a reply that scrolls back into
 * sight is not parsed again.
 * @param parse how they are found when they are not known, by somebody who has read most of the text already
 */
export function knownBlocks(
  text: string,
  parse = () => new BlockParser().parse(text, true),
): Blocks {
  const before = known.get(text);
  if (before === undefined) {
    const blocks = parse();
    keep(text, blocks);
    return blocks;
  }
  known.delete(text);
  known.set(text, before);
  return before;
}

/** Whether the text's blocks are kept. */
export function isKnown(text: string): boolean {
  return known.has(text);
}
