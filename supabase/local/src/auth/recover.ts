import type { AuthContext, AuthRoute } from './auth-context.ts';
import { emailAddress, refuseEmailAddress } from './email-address.ts';
import { flowRequest } from './flow-request.ts';
import { forward } from './forward.ts';
import { refuseTooManyMails } from './limit-answers.ts';
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
    return context.mails.during(flowRequest(request, body, context.redirects), () =>
      forward(context, request, { email }),
    );
  };
}
