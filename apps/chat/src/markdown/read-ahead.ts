import { blockElement } from './block';
import { isKnown, knownBlocks } from './known-blocks';

/** Longer texts would block the page for too long if it is not idle after all. */
const LONGEST = 8000;

/**
 * Parses a complete text and creates its elements in advance, so that rendering it is faster.
 * @returns true if there was something to do
 */
export function readAhead(text: string): boolean {
  if (text.length > LONGEST || isKnown(text)) return false;
  const { blocks, references } = knownBlocks(text);
  for (const block of blocks) blockElement(block, references);
  return true;
}
