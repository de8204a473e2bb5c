import { blockElement } from './block';
import { isKnown, knownBlocks } from './known-blocks';

/** Longer texts would hold up the page for too long where it only seemed to have nothing to do. */
const LONGEST = 8000;

/**
 * Reads a complete text before it is drawn, so that it takes less time then.
 * @returns whether there was something to do
 */
export function readAhead(text: string): boolean {
  if (text.length > LONGEST || isKnown(text)) return false;
  const { blocks, references } = knownBlocks(text);
  for (const block of blocks) blockElement(block, references);
  return true;
}
