/** Limits of the deadline. Less is too short for a reply to be written, more is beyond any provider's duration. */
const DEADLINE = { min: 10, max: 3_600 };
/** Limits of the wait for the first word. `fetch` waits no longer for a response. */
const FIRST_WORD = { min: 10, max: 300 };

type Variables = Readonly<Record<string, string | undefined>>;

/** Times of a reply that the environment sets, in seconds. */
export interface ReplyTimes {
  /** Total timeout of a reply; a host with a shorter limit needs a lower value. */
  replyDeadlineSeconds?: number;
  /** Timeout for the first word of a reply, as long as the connection to the provider lives. */
  firstWordSeconds?: number;
}

/**
 * Parses REPLY_DEADLINE_SECONDS and AI_FIRST_WORD_SECONDS.
 * @throws Error naming the variable
 */
export function readReplyTimes(variables: Variables): ReplyTimes {
  const replyDeadlineSeconds = readSeconds(variables, 'REPLY_DEADLINE_SECONDS', DEADLINE);
  const firstWordSeconds = readSeconds(variables, 'AI_FIRST_WORD_SECONDS', FIRST_WORD);
  return {
    ...(replyDeadlineSeconds !== undefined && { replyDeadlineSeconds }),
    ...(firstWordSeconds !== undefined && { firstWordSeconds }),
  };
}

function readSeconds(
  variables: Variables,
  name: string,
  { min, max }: { min: number; max: number },
): number | undefined {
  const given = variables[name]?.trim();
  if (!given) return undefined;
  const seconds = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (seconds >= min && seconds <= max) return seconds;
  throw new Error(`Set ${name} to a whole number between ${min} and ${max}.`);
}
