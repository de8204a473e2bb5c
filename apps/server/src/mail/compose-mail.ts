import type { MailRequest } from './mail-request.ts';
import { mailText, type MailKind } from './mail-texts.ts';
import type { Mail } from './mail.ts';

/** The page of the link in each mail. It shows a button that consumes the token: scanners open links. */
export const MAIL_PAGES: Record<MailKind, string> = {
  signup: '/auth/callback',
  recovery: '/auth/reset-password',
  invite: '/auth/accept-invitation',
  'provider-invite': '/auth/sign-in',
  magiclink: '/auth/callback',
  email_change: '/auth/callback',
  'account-exists': '/auth/sign-in',
  'address-taken': '/auth/sign-in',
};

/**
 * Composes the mail of a request.
 * @param due its kind, and the token of its link; without one the link leads to a page only
 */
export function composeMail(
  { to, redirectTo, name, change }: MailRequest,
  due: { kind: MailKind; token?: string },
  productName: string,
): Mail {
  const { kind, token } = due;
  const link = new URL(MAIL_PAGES[kind], redirectTo);
  if (token !== undefined) {
    link.search = new URLSearchParams({ token_hash: token, type: kind }).toString();
    // Browsers do not send the fragment. It has the address: password managers store the password that the user chooses
    // on the page under it.
    if (kind !== 'email_change')
      link.hash = new URLSearchParams({ ...(name && { name }), email: to }).toString();
  }
  return { to, link: link.href, ...mailText(kind, productName, link.href, change) };
}
