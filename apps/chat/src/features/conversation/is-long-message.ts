const LONG_CHARACTERS = 1500;
const LONG_LINES = 12;

/**
 * Returns whether a message is collapsed. Its text decides, not its height: no measuring, and the same result at every
 * width.
 */
export function isLongMessage(text: string): boolean {
  return text.length > LONG_CHARACTERS || text.split('\n', LONG_LINES + 1).length > LONG_LINES;
}
