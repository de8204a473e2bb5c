import type { AuthContext, AuthRoute } from './auth-context.ts';
import { isDisabled } from './disabled-account.ts';
import { emailAddress, refuseEmailAddress } from './email-address.ts';
import { flowRequest } from './flow-request.ts';
import { forward } from './forward.ts';
import { countingMail, refuseTooManyMails } from './limit-answers.ts';
import { readAuthBody } from './read-auth-body.ts';

/** POST /recover: the same answer whether or not the address has an account. */
export function recover(context: AuthContext): AuthRoute {
  return async (request, caller) => {
    const body = await readAuthBody(request);
    if (body instanceof Response) return body;
    const email = emailAddress(body['email']);
    if (!email) return refuseEmailAddress();
    const refused = await refuseTooManyMails(context.limiter, email, caller);
    if (refused) return refused;
    const flow = flowRequest(request, body, context.redirects);
    return countingMail(context.limiter, email, caller, () =>
      context.mails.during(flow, async () =>
        (await isDisabled(context.database, email))
          ? Response.json({})
          : forward(context, request, { email }),
      ),
    );
  };
}
