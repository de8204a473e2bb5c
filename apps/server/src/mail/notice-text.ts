import * as z from 'zod/mini';

/** The changes of an account that its user gets a mail about. */
const NOTICE_KINDS = [
  'password_changed',
  'factor_added',
  'factor_removed',
  'passkey_added',
  'passkey_removed',
  'recovery_code_used',
  'new_device',
] as const;

/** What a mail about a change says. */
export const noticeSchema = z.object({
  kind: z.enum(NOTICE_KINDS),
  /** ISO 8601. */
  at: z.string(),
  /** Of the user, e.g. `Australia/Perth`. */
  timeZone: z.string(),
  /** In plain words, e.g. "Chrome on Windows"; absent if an administrator or the directory made the change. */
  device: z.optional(z.string()),
});
export type Notice = z.infer<typeof noticeSchema>;

interface NoticeText {
  subject: string;
  request: string;
}

const SUBJECTS: Record<Notice['kind'], (productName: string) => NoticeText> = {
  password_changed: (productName) => ({
    subject: `Your password for ${productName} was changed`,
    request: `The password of your account for ${productName} was changed.`,
  }),
  factor_added: (productName) => ({
    subject: `An authenticator app was added to your account for ${productName}`,
    request: `An authenticator app was added to your account for ${productName}. Its codes are asked for when you sign in.`,
  }),
  factor_removed: (productName) => ({
    subject: `An authenticator app was removed from your account for ${productName}`,
    request: `An authenticator app was removed from your account for ${productName}. Its codes no longer work.`,
  }),
  passkey_added: (productName) => ({
    subject: `A passkey was added to your account for ${productName}`,
    request: `A passkey was added to your account for ${productName}. It signs in without your password.`,
  }),
  passkey_removed: (productName) => ({
    subject: `A passkey was removed from your account for ${productName}`,
    request: `A passkey was removed from your account for ${productName}. It no longer signs in.`,
  }),
  recovery_code_used: (productName) => ({
    subject: `A recovery code was used for your account for ${productName}`,
    request: `A recovery code was used to sign in to your account for ${productName}. It no longer works.`,
  }),
  new_device: (productName) => ({
    subject: `New sign-in to ${productName}`,
    request: `Your account for ${productName} was signed in to on a device that it had not used for 90 days.`,
  }),
};

/** The advice at the end, before the link to `/auth/not-me`. */
const ADVICE = "If this was you, you don't need to do anything. If it wasn't, open this link.";

/** Label of the link. */
const NOT_ME = 'This was not me';

/** Returns a time in words, e.g. "30 November 2026 at 9:41 am AEDT". */
function describeTime({ at, timeZone }: Notice): string {
  return new Intl.DateTimeFormat('en-AU', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(at));
}

/**
 * Returns the subject of a notice, its plain text with the link at its end, and the label of the link.
 * @param details false leaves out when and where: the mails of a Supabase project cannot say it
 */
export function noticeText(notice: Notice, productName: string, link: string, details = true) {
  const { subject, request } = SUBJECTS[notice.kind](productName);
  const lines = [
    `When: ${describeTime(notice)} (${notice.timeZone.replaceAll('_', ' ')})`,
    `Device: ${notice.device ?? 'none, an administrator made the change'}`,
  ];
  const text = [request, ...(details ? [lines.join('\n')] : []), ADVICE, link].join('\n\n');
  return { subject, text, action: NOT_ME };
}
