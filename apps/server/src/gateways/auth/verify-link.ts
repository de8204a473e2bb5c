import { decodeJwt } from 'jose';
import type { AuthContext, AuthRoute } from './auth-context.ts';
import { MAIL_PAGES } from '../../mail/lite-mailer.ts';
import { refuseTooMany } from './limit-answers.ts';
import { refuseOtherSignIn } from './providers/refuse-other-sign-in.ts';

const EXPIRED = {
  error: 'access_denied',
  error_code: 'otp_expired',
  error_description: 'Email link is invalid or has expired',
};

/** Links whose pages have a button. */
const PAGE_TYPES = ['signup', 'invite', 'email_change', 'magiclink'] as const;
const isPageType = (type: string): type is (typeof PAGE_TYPES)[number] =>
  PAGE_TYPES.some((each) => each === type);

/** Redirects with GET. */
export function redirect(to: URL): Response {
  return new Response(null, { status: 303, headers: { location: to.href } });
}

/** Returns the session that lite put into the fragment of its redirect, or undefined. */
function sessionIn(response: Response): URLSearchParams | undefined {
  const fragment = response.headers.get('location')?.split('#')[1] ?? '';
  const parameters = new URLSearchParams(fragment);
  return parameters.has('access_token') ? parameters : undefined;
}

/**
 * GET /verify, for clients that build this link themselves, as a Supabase project offers it. Our mails never contain
 * it: it consumes the token on GET, which mail scanners send. With PKCE the browser gets a code that only it can
 * exchange; without, the fragment contains the session. A link that is used up or expired leads to the same page with
 * `error`, `error_code` and `error_description` in the query. Links whose
 * pages have a button are not redeemed here.
 */
export function verifyLink(context: AuthContext): AuthRoute {
  const { flows, lite, limiter, redirects, siteUrl } = context;
  return async (request, caller) => {
    const refused = await refuseTooMany(limiter, [['verifyPerAddress', caller.address]]);
    if (refused) return refused;
    const query = new URL(request.url).searchParams;
    const token = query.get('token') ?? query.get('token_hash') ?? '';
    const type = query.get('type') ?? '';
    const link = await flows.findLink(token);
    const elsewhere = refuseOtherSignIn(context, await flows.findMailedAddress(token));
    if (elsewhere) return elsewhere;
    const target = new URL(link?.redirect_to ?? redirects.callback);

    if (isPageType(type) && link) {
      const page = new URL(MAIL_PAGES[type], target);
      page.search = new URLSearchParams({ token_hash: token, type }).toString();
      return redirect(page);
    }
    const session = type === 'recovery' && token !== '' ? await open(token, type) : undefined;
    if (!session) {
      for (const [name, value] of Object.entries(EXPIRED)) target.searchParams.set(name, value);
      target.hash = new URLSearchParams(EXPIRED).toString();
      return redirect(target);
    }
    if (!link?.code_challenge) {
      target.hash = session.toString();
      return redirect(target);
    }
    const { session_id: id } = decodeJwt(session.get('access_token') ?? '');
    const code = await flows.issueCode(
      { id: String(id), body: JSON.stringify(Object.fromEntries(session)) },
      { value: link.code_challenge, method: link.code_challenge_method ?? 's256' },
    );
    target.searchParams.set('code', code);
    return redirect(target);
  };

  async function open(token: string, type: string): Promise<URLSearchParams | undefined> {
    const url = new URL('/auth/v1/verify', siteUrl);
    url.searchParams.set('token', token);
    url.searchParams.set('type', type);
    return sessionIn(await lite.fetch(new Request(url)));
  }
}
