import { randomBytes } from 'node:crypto';
import type { AuthContext, AuthRoute } from './auth-context.ts';
import { emailAddress, refuseEmailAddress } from './email-address.ts';
import { flowRequest } from './flow-request.ts';
import { countingMail, refuseTooManyMails } from './limit-answers.ts';
import { refuseOtherSignIn } from './providers/refuse-other-sign-in.ts';
import { readAuthBody } from './read-auth-body.ts';

/**
 * POST /recover: mails a link for a new password. A second request mails the same token again, so that the link in the
 * first mail stays valid.
 */
export const recover = (context: AuthContext): AuthRoute =>
  mailLink(context, 'recovery', async (email) => {
    const [user] = await context.database.query<{ token: string }>(
      `update auth.users
       set recovery_token = case
             when recovery_sent_at > now() - interval '1 hour' and recovery_token <> ''
             then recovery_token else $2 end,
           recovery_sent_at = now()
       where email = $1 and (banned_until is null or banned_until <= now())
       returning recovery_token as token`,
      [email, randomBytes(32).toString('hex')],
    );
    return user?.token;
  });

/**
 * Mails a link that opens an account: the same response whether or not the address has one.
 * @param storeToken returns the token of the link; undefined if the address receives none
 */
export function mailLink(
  context: AuthContext,
  kind: 'recovery' | 'magiclink',
  storeToken: (email: string) => Promise<string | undefined>,
): AuthRoute {
  return async (request, caller) => {
    const body = await readAuthBody(request);
    if (body instanceof Response) return body;
    const email = emailAddress(body['email']);
    if (!email) return refuseEmailAddress();
    const refused =
      refuseOtherSignIn(context, email) ??
      (await refuseTooManyMails(context.limiter, email, caller));
    if (refused) return refused;
    const flow = flowRequest(request, body, context.redirects);
    return countingMail(context.limiter, email, caller, () =>
      context.mails.during(flow, async () => {
        const token = await storeToken(email);
        if (token !== undefined) await context.mails.send(kind, email, token);
        return Response.json({});
      }),
    );
  };
}
