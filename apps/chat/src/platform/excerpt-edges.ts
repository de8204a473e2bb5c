/** The server truncates the text around a hit at 40 characters; trimmed white space may make it shorter. */
const CUT_FROM = 39;

/** Starts truncated text before a hit at a whole word. */
export function trimToWordStart(before: string): string {
  return before.length < CUT_FROM ? before : `… ${before.slice(before.indexOf(' ') + 1)}`;
}

/** Finishes truncated text after a hit at a whole word. */
export function trimToWordEnd(after: string): string {
  if (after.length < CUT_FROM) return after;
  const end = after.lastIndexOf(' ');
  return `${end > 0 ? after.slice(0, end) : after} …`;
}
