import { randomBytes } from 'node:crypto';
import type { AuthContext, AuthRoute } from './auth-context.ts';
import { authError } from './auth-error.ts';
import { emailAddress, refuseEmailAddress } from './email-address.ts';
import { flowRequest } from './flow-request.ts';
import { countingMail, refuseTooManyMails } from './limit-answers.ts';
import { refuseOtherSignIn } from './providers/refuse-other-sign-in.ts';
import { readAuthBody } from './read-auth-body.ts';

/**
 * POST /resend of the confirmation mail, with the same token, so that the link in the first mail stays valid. Lite's
 * own route never sends one.
 */
export function resend(context: AuthContext): AuthRoute {
  const { limiter, mails, redirects } = context;
  return async (request, caller) => {
    const body = await readAuthBody(request);
    if (body instanceof Response) return body;
    if (body['type'] !== 'signup')
      return authError(400, 'validation_failed', 'Only the confirmation mail can be sent again');
    const email = emailAddress(body['email']);
    if (!email) return refuseEmailAddress();
    const refused =
      refuseOtherSignIn(context, email) ?? (await refuseTooManyMails(limiter, email, caller));
    if (refused) return refused;

    const { redirectTo } = flowRequest(request, body, redirects);
    return countingMail(limiter, email, caller, () =>
      // A new token is bound to no browser: nothing proves that this one signed up.
      mails.during({ redirectTo }, async () => {
        await sendConfirmation(context, email);
        return Response.json({});
      }),
    );
  };
}

/**
 * Mails the confirmation link of a sign-up, with the same token for an hour; for a confirmed account, that it exists.
 */
export async function sendConfirmation(
  { database, mails }: AuthContext,
  email: string,
): Promise<void> {
  const [user] = await database.query<{ token: string | null }>(
    `update auth.users
     set confirmation_token = case
           when email_confirmed_at is not null then confirmation_token
           when confirmation_sent_at > now() - interval '1 hour' and confirmation_token <> ''
           then confirmation_token else $2 end,
         confirmation_sent_at = now()
     where email = $1 and banned_until is null
     returning case when email_confirmed_at is null then confirmation_token end as token`,
    [email, randomBytes(32).toString('hex')],
  );
  if (user?.token) await mails.send('signup', email, user.token);
  else if (user) await mails.sendAccountExists(email);
}
