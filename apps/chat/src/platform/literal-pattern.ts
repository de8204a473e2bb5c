/** Returns the source of a regular expression, for the flag `u`, that matches a text literally. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
