/** The mails that the server sends. */
export type MailKind =
  | 'signup'
  | 'recovery'
  | 'invite'
  | 'provider-invite'
  | 'magiclink'
  | 'email_change'
  | 'handover'
  | 'account-exists'
  | 'address-taken';

interface MailText {
  subject: string;
  request: string;
  /** Label of the button that opens the link. */
  action: string;
}

/** The addresses between which an account changes. */
interface AddressChange {
  from: string;
  to: string;
}

/** What a text names besides the product. */
interface MailNames {
  /** Of a mail of the kind `email_change`. */
  change?: AddressChange | undefined;
  /** The administrator who invites; undefined if the name is not known. */
  inviter?: string | undefined;
  /** Days for which an invitation works; undefined if another service decides that. */
  days?: number | undefined;
}

const within = (days: number | undefined) => (days === undefined ? '' : ` within ${days} days`);

const TEXTS: Record<MailKind, (productName: string, names: MailNames) => MailText> = {
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
  invite: (productName, { inviter = 'Your organisation', days }) => ({
    subject: `You are invited to ${productName}`,
    request: `${inviter} has invited you to ${productName}. Open this link${within(days)} to choose your name and password. It works once, in any browser. If it has expired, ask the person who invited you for a new one.`,
    action: 'Accept the invitation',
  }),
  'provider-invite': (productName, { inviter = 'Your organisation', days }) => ({
    subject: `You are invited to ${productName}`,
    request: `${inviter} has invited you to ${productName}. Open this link${within(days)} and enter your email address: you sign in with the account of your organisation.`,
    action: 'Sign in',
  }),
  magiclink: (productName) => ({
    subject: `Sign in to ${productName}`,
    request: `Open this link within an hour to sign in to ${productName}. It works once, in any browser. If you didn't ask for this, you can ignore this email.`,
    action: 'Sign in',
  }),
  email_change: (productName, { change: { from, to } = { from: '', to: '' } }) => ({
    subject: `Confirm the change of your email address for ${productName}`,
    request: `Open this link within an hour to change the email address of your account for ${productName} from ${from} to ${to}. It works in any browser. The address changes once the links in both emails have been opened: this one, and the one sent to the other address. If you didn't ask for this, don't open the link: your address stays the same.`,
    action: 'Confirm the change',
  }),
  // Names neither the colleague nor the conversation: mails are read on locked screens, and by others.
  handover: (productName) => ({
    subject: `A conversation was handed over to you in ${productName}`,
    request: `A colleague handed a conversation over to you in ${productName} more than an hour ago, and you have not opened it yet. Sign in with this link to read it.`,
    action: 'Open the conversation',
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
 */
export function mailText(kind: MailKind, productName: string, link: string, names: MailNames = {}) {
  const { subject, request, action } = TEXTS[kind](productName, names);
  return { subject, text: `${request}\n\n${link}`, action };
}
