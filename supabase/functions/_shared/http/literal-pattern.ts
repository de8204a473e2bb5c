/**
 * A regular expression of Postgres that means the text itself. Used instead of `ilike`, where the REST interface reads
 * every `*` as a wildcard and offers no way to escape it.
 */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
