/** The mails that there are. */
export type MailKind = 'signup' | 'recovery';

const TEXTS: Record<MailKind, (productName: string) => { subject: string; request: string }> = {
  signup: (productName) => ({
    subject: `Confirm your email address for ${productName}`,
    request: `Open this link within an hour to confirm your email address and finish your registration. If you did not sign up to ${productName}, ignore this mail.`,
  }),
  recovery: (productName) => ({
    subject: `Reset your password for ${productName}`,
    request: `Open this link within an hour to set a new password. If you did not ask for it, ignore this mail: your password stays as it is.`,
  }),
};

/** Subject and plain text of a mail, with its link at the end. */
export function mailText(kind: MailKind, productName: string, link: string) {
  const { subject, request } = TEXTS[kind](productName);
  return { subject, text: `${request}\n\n${link}` };
}
