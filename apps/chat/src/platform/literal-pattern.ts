/** The source of a regular expression, with `u`, that finds a text as it stands. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
