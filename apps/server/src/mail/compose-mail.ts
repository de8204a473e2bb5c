import { INVITATION_DAYS, type MailRequest } from './mail-request.ts';
import { mailText, type MailKind } from './mail-texts.ts';
import type { Mail } from './mail.ts';
import { noticeText } from './notice-text.ts';

/** The page of the link in each mail. It shows a button that consumes the token: scanners open links. */
export const MAIL_PAGES: Record<MailKind | 'notice', string> = {
  signup: '/auth/callback',
  recovery: '/auth/reset-password',
  invite: '/auth/accept-invitation',
  'provider-invite': '/auth/sign-in',
  magiclink: '/auth/callback',
  email_change: '/auth/callback',
  handover: '/app',
  'account-exists': '/auth/sign-in',
  'address-taken': '/auth/sign-in',
  notice: '/auth/not-me',
};

/**
 * Composes the mail of a request.
 * @param due its kind, and the token of its link; without one the link leads to a page only
 */
export function composeMail(
  { to, redirectTo, name, inviter, change, handoverId, notice }: MailRequest,
  due: { kind: MailKind | 'notice'; token?: string },
  productName: string,
): Mail {
  const { kind, token } = due;
  const link = new URL(MAIL_PAGES[kind], redirectTo);
  if (handoverId !== undefined) link.searchParams.set('handover', handoverId);
  if (token !== undefined) {
    link.search = new URLSearchParams({ token_hash: token, type: kind }).toString();
    // Browsers do not send the fragment. It has the address: password managers store the password that the user chooses
    // on the page under it.
    if (kind !== 'email_change')
      link.hash = new URLSearchParams({ ...(name && { name }), email: to }).toString();
  }
  if (kind === 'notice') {
    link.hash = new URLSearchParams({ email: to }).toString();
    if (!notice) throw new Error('A notice says what has changed.');
    return { to, link: link.href, ...noticeText(notice, productName, link.href) };
  }
  const names = { change, inviter, days: INVITATION_DAYS };
  return { to, link: link.href, ...mailText(kind, productName, link.href, names) };
}
