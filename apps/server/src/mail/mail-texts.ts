/** The mails that the server sends. */
export type MailKind =
  | 'signup'
  | 'recovery'
  | 'invite'
  | 'provider-invite'
  | 'magiclink'
  | 'email_change'
  | 'account-exists'
  | 'address-taken';

interface MailText {
  subject: string;
  request: string;
  /** Label of the button that opens the link. */
  action: string;
}

/** The addresses between which an account changes. */
export interface AddressChange {
  from: string;
  to: string;
}

const TEXTS: Record<MailKind, (productName: string, change: AddressChange) => MailText> = {
  signup: (productName) => ({
    subject: `Confirm your email address for ${productName}`,
    request: `Open this link within an hour to confirm your email address and finish signing up. It works in any browser. If you didn't sign up for ${productName}, you can ignore this email.`,
    action: 'Confirm my email',
  }),
  recovery: (productName) => ({
    subject: `Reset your password for ${productName}`,
    request: `Open this link within an hour to set a new password. It works in any browser. If you didn't ask for this, you can ignore this email: your password stays the same.`,
    action: 'Set a new password',
  }),
  invite: (productName) => ({
    subject: `You are invited to ${productName}`,
    request: `Your organisation has invited you to ${productName}. Open this link to choose your name and password. It works once, in any browser. If it has expired, ask the person who invited you for a new one.`,
    action: 'Accept the invitation',
  }),
  'provider-invite': (productName) => ({
    subject: `You are invited to ${productName}`,
    request: `Your organisation has invited you to ${productName}. Open this link and enter your email address: you sign in with the account of your organisation.`,
    action: 'Sign in',
  }),
  magiclink: (productName) => ({
    subject: `Sign in to ${productName}`,
    request: `Open this link within an hour to sign in to ${productName}. It works once, in any browser. If you didn't ask for this, you can ignore this email.`,
    action: 'Sign in',
  }),
  email_change: (productName, { from, to }) => ({
    subject: `Confirm the change of your email address for ${productName}`,
    request: `Open this link within an hour to change the email address of your account for ${productName} from ${from} to ${to}. It works in any browser. The address changes once the links in both emails have been opened: this one, and the one sent to the other address. If you didn't ask for this, don't open the link: your address stays the same.`,
    action: 'Confirm the change',
  }),
  'account-exists': (productName) => ({
    subject: `You already have an account for ${productName}`,
    request: `Someone, probably you, tried to sign up for ${productName} with this email address. You already have an account: sign in with this link. If you've forgotten your password, choose 'Reset Password' there. If it wasn't you, you can ignore this email.`,
    action: 'Sign in',
  }),
  'address-taken': (productName) => ({
    subject: `This address already has an account for ${productName}`,
    request: `Someone, probably you, asked to use this email address for another account for ${productName}. It already has one, so the address of the other account stays the same. Sign in to this account with this link. If it wasn't you, you can ignore this email.`,
    action: 'Sign in',
  }),
};

/**
 * Returns the subject, the plain text with the link at its end, and the label of the link.
 * @param change the addresses that a mail of the kind `email_change` names
 */
export function mailText(
  kind: MailKind,
  productName: string,
  link: string,
  change: AddressChange = { from: '', to: '' },
) {
  const { subject, request, action } = TEXTS[kind](productName, change);
  return { subject, text: `${request}\n\n${link}`, action };
}
