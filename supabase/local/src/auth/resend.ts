import { randomBytes } from 'node:crypto';
import type { AuthContext, AuthRoute } from './auth-context.ts';
import { authError } from './auth-error.ts';
import { emailAddress, refuseEmailAddress } from './email-address.ts';
import { flowRequest } from './flow-request.ts';
import { countingMail, refuseTooManyMails } from './limit-answers.ts';
import { readAuthBody } from './read-auth-body.ts';

/** POST /resend of the confirmation mail. Lite's own never sends one. */
export function resend(context: AuthContext): AuthRoute {
  const { database, limiter, mails, redirects } = context;
  return async (request, caller) => {
    const body = await readAuthBody(request);
    if (body instanceof Response) return body;
    if (body['type'] !== 'signup')
      return authError(400, 'validation_failed', 'Only the confirmation mail can be sent again');
    const email = emailAddress(body['email']);
    if (!email) return refuseEmailAddress();
    const refused = await refuseTooManyMails(limiter, email, caller);
    if (refused) return refused;

    const token = randomBytes(32).toString('hex');
    const renewed = await database.query(
      `update auth.users set confirmation_token = $2, confirmation_sent_at = now()
       where email = $1 and email_confirmed_at is null and banned_until is null returning id`,
      [email, token],
    );
    const flow = flowRequest(request, body, redirects);
    return countingMail(limiter, email, caller, () =>
      mails.during(flow, async () => {
        if (renewed.length > 0) await mails.send('signup', email, token);
        return Response.json({});
      }),
    );
  };
}
