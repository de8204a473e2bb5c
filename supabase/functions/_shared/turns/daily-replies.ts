import { roleNameSchema } from '@homie/contracts';

/**
 * Number of replies that a user may start within 24 hours, by role or, for other roles, as 'default'. Null is
 * unlimited.
 */
export type DailyReplies = Readonly<Record<string, number | null>>;

const WRONG =
  'Set DAILY_REPLIES to a number of replies a day, or to numbers by role, like "100, admin:none, office:200".';

/**
 * Parses the daily limits from a setting such as `100, support_worker:50, admin:none`. A role that is not named has the
 * limit without a role, or none.
 * @throws Error whose message describes the valid setting
 */
export function readDailyReplies(setting: string | undefined): DailyReplies | undefined {
  if (!setting?.trim()) return undefined;
  const limits: Record<string, number | null> = {};
  for (const part of setting.split(',')) {
    const [, role = 'default', limit] =
      /^\s*(?:([a-z_]+)\s*:\s*)?(none|[1-9]\d{0,6})\s*$/.exec(part) ?? [];
    if (limit === undefined || role in limits || !isKnown(role)) throw new Error(WRONG);
    limits[role] = limit === 'none' ? null : Number(limit);
  }
  return limits;
}

/** Returns the warning for a user who has used most of the daily limit, shown once a day. */
export function formatLimitWarning({
  repliesUsed,
  dailyLimit,
}: {
  repliesUsed: number;
  dailyLimit: number;
}) {
  return `You have used ${repliesUsed} of your ${dailyLimit} replies in 24 hours.`;
}

/** Returns the error message for a user who has used all of the daily limit. */
export function formatLimitError({
  dailyLimit,
  secondsLeft,
}: {
  dailyLimit: number;
  secondsLeft: number;
}) {
  const replies = dailyLimit === 1 ? '1 reply' : `${dailyLimit} replies`;
  return `You have used all of your ${replies} in 24 hours. You can send again in ${duration(secondsLeft)}.`;
}

function isKnown(role: string): boolean {
  return role === 'default' || roleNameSchema.safeParse(role).success;
}

/** Formats a duration in words, rounded up. */
function duration(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? '1 hour' : `${hours} hours`;
}
