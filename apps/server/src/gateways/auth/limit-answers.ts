import type { Caller } from '../../http/caller.ts';
import type { Limiter, RateLimits } from '../../data/database/rate-limits.ts';
import { authError } from './auth-error.ts';

/** Formats a wait in seconds, or in whole minutes from one minute on. */
function formatWait(seconds: number): string {
  if (seconds > 60) return `${Math.ceil(seconds / 60)} minutes`;
  if (seconds === 60) return '1 minute';
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** Counts an attempt and answers 429 if there were too many. */
export async function refuseTooMany(
  limiter: Limiter,
  uses: readonly [name: keyof RateLimits, key: string | null][],
): Promise<Response | undefined> {
  const wait = await longestWait(limiter, uses);
  if (wait === 0) return undefined;
  return authError(
    429,
    'over_request_rate_limit',
    `Too many attempts. Please wait ${formatWait(wait)} and try again.`,
    { headers: { 'retry-after': String(wait) } },
  );
}

/**
 * Counts a mail and answers 429 if there were too many: mails cost their recipient something.
 * @param mayFollow another mail at once, within the limits of an hour
 */
export async function refuseTooManyMails(
  limiter: Limiter,
  email: string,
  caller: Caller,
  mayFollow = false,
): Promise<Response | undefined> {
  if (mayFollow) await limiter.use('mailPerRecipient', email);
  const wait = await longestWait(limiter, [
    ['mailPerAddress', caller.address],
    ['mailPerRecipient', mayFollow ? null : email],
    ['mailPerRecipientHourly', email],
  ]);
  if (wait === 0) return undefined;
  return authError(
    429,
    'over_email_send_rate_limit',
    `Please wait ${formatWait(wait)} before requesting another email.`,
    { headers: { 'retry-after': String(wait) } },
  );
}

async function longestWait(
  limiter: Limiter,
  uses: readonly [name: keyof RateLimits, key: string | null][],
): Promise<number> {
  for (const [name, key] of uses) {
    const wait = key === null ? 0 : await limiter.use(name, key);
    if (wait > 0) return wait;
  }
  return 0;
}
