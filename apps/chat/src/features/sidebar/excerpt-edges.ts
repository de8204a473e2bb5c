/** The server cuts what is around a hit at 40 characters; a trimmed blank may make it less. */
const CUT_FROM = 39;

/** The words before a hit: those that were cut begin with a whole one. */
export function beginAtWord(before: string): string {
  return before.length < CUT_FROM ? before : `… ${before.slice(before.indexOf(' ') + 1)}`;
}

/** The words after a hit: those that were cut end with a whole one. */
export function endAtWord(after: string): string {
  if (after.length < CUT_FROM) return after;
  const end = after.lastIndexOf(' ');
  return `${end > 0 ? after.slice(0, end) : after} …`;
}
