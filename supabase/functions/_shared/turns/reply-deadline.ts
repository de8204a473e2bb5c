/** Limits of the deadline. Less is too short for a reply to be written, more is beyond any provider's duration. */
const MIN_SECONDS = 10;
const MAX_SECONDS = 3_600;

/**
 * Parses REPLY_DEADLINE_SECONDS.
 * @returns the deadline in seconds, or undefined if it is not set
 * @throws Error naming the variable
 */
export function readReplyDeadline(text: string | undefined): number | undefined {
  const given = text?.trim();
  if (!given) return undefined;
  const seconds = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (seconds >= MIN_SECONDS && seconds <= MAX_SECONDS) return seconds;
  throw new Error(
    `Set REPLY_DEADLINE_SECONDS to a whole number between ${MIN_SECONDS} and ${MAX_SECONDS}.`,
  );
}
