import * as z from 'zod/mini';
import { noticeSchema } from './notice-text.ts';

/** Days for which an invitation and its link work. */
export const INVITATION_DAYS = 7;

/**
 * A mail that was requested, as the outbox stores it. It is composed when it is delivered: until then the request does
 * not say whether the address has an account, and what ends a link also ends the mail with it.
 */
export const mailRequestSchema = z.object({
  kind: z.enum([
    'signup',
    'recovery',
    'invite',
    'provider-invite',
    'magiclink',
    'email_change',
    'handover',
    'notice',
  ]),
  to: z.string(),
  /** Token of the link. An account that has a current one keeps it, so that links in earlier mails stay valid. */
  token: z.string(),
  redirectTo: z.string(),
  codeChallenge: z.optional(z.string()),
  codeChallengeMethod: z.optional(z.enum(['s256', 'plain'])),
  /** Of the account that a sign-up creates, unless the address has one. */
  passwordHash: z.optional(z.string()),
  /** Name that the page of the link suggests. */
  name: z.optional(z.string()),
  /** Name of the administrator who invites. */
  inviter: z.optional(z.string()),
  /** The handover that the mail is about. */
  handoverId: z.optional(z.string()),
  /** The addresses between which an account changes. */
  change: z.optional(z.object({ from: z.string(), to: z.string() })),
  /** What a mail of the kind `notice` says; it has no token. */
  notice: z.optional(noticeSchema),
});
export type MailRequest = z.infer<typeof mailRequestSchema>;
