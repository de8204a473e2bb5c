import type { AuthFailure } from '@homie/auth';

/** Seconds between two mails to the same address: the limit of the embedded server and of supabase/config.toml. */
export const WAIT_AFTER_MAIL = 60;

/** Reads the seconds to wait from a refusal such as 'Please wait 42 seconds'; 60 if it has none. */
export function readWait(message: string): number {
  const [, count, unit] = /(\d+) (second|minute)/.exec(message) ?? [];
  if (!count) return WAIT_AFTER_MAIL;
  return Number(count) * (unit === 'minute' ? 60 : 1);
}

/** Formats a countdown: `42 s`, from two minutes on `5 min`. */
export function formatCountdown(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

/**
 * Reads the remaining seconds from a refusal that shows that a mail was sent less than a minute ago; null for any other
 * failure. Longer waits are due to limits that are not specific to this address.
 */
export function readWaitAfterMail({ code, message }: AuthFailure): number | null {
  if (code !== 'over_email_send_rate_limit') return null;
  const wait = readWait(message);
  return wait <= WAIT_AFTER_MAIL ? wait : null;
}
