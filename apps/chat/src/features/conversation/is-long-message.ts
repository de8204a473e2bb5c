const LONG_CHARACTERS = 1500;
const LONG_LINES = 12;

/** Whether a message is shown folded. Its text decides, not its height: no measuring, and the same at every width. */
export function isLongMessage(text: string): boolean {
  return text.length > LONG_CHARACTERS || text.split('\n', LONG_LINES + 1).length > LONG_LINES;
}
