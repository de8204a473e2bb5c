import type { AuthContext, AuthRoute } from './auth-context.ts';
import { MAIL_PAGES } from '../../mail/compose-mail.ts';
import { refuseTooMany } from './limit-answers.ts';

const EXPIRED = {
  error: 'access_denied',
  error_code: 'otp_expired',
  error_description: 'Email link is invalid or has expired',
};

/** Links whose pages have a button that spends the token. */
const PAGE_TYPES = ['signup', 'invite', 'recovery', 'email_change', 'magiclink'] as const;
const isPageType = (type: string): type is (typeof PAGE_TYPES)[number] =>
  PAGE_TYPES.some((each) => each === type);

/** Redirects with GET. */
export function redirect(to: URL): Response {
  return new Response(null, { status: 303, headers: { location: to.href } });
}

/**
 * GET /verify, for clients that build this link themselves, as a Supabase project offers it. Our mails never contain
 * it. It spends nothing, because mail scanners open links: it leads on to the page of the link, whose button spends the
 * token. An unknown link leads to the page with `error`, `error_code` and `error_description` in the query.
 */
export function verifyLink({ flows, limiter, redirects }: AuthContext): AuthRoute {
  return async (request, caller) => {
    const refused = await refuseTooMany(limiter, [['verifyPerAddress', caller.address]]);
    if (refused) return refused;
    const query = new URL(request.url).searchParams;
    const token = query.get('token') ?? query.get('token_hash') ?? '';
    const type = query.get('type') ?? '';
    const link = await flows.findLink(token);
    const target = new URL(link?.redirect_to ?? redirects.callback);
    if (link && isPageType(type)) {
      target.pathname = MAIL_PAGES[type];
      target.search = new URLSearchParams({ token_hash: token, type }).toString();
      return redirect(target);
    }
    for (const [name, value] of Object.entries(EXPIRED)) target.searchParams.set(name, value);
    target.hash = new URLSearchParams(EXPIRED).toString();
    return redirect(target);
  };
}
