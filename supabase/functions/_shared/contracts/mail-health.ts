import * as z from 'zod/mini';

/** Mails that have waited for more than a minute, or were given up within the last week. */
export const mailHealthSchema = z.object({
  waiting: z.number(),
  /** Given up after a day. */
  failed: z.number(),
  /** Since when the oldest one waits; null if none does. */
  oldest: z.nullable(z.string()),
  /** Up to 50 accounts that the mails are for, the longest wait first. */
  accounts: z.array(z.object({ email: z.string(), since: z.string(), is_failed: z.boolean() })),
});
export type MailHealth = z.infer<typeof mailHealthSchema>;
