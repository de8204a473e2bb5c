import { randomBytes } from 'node:crypto';
import type { FlowRequest } from '../../data/database/auth-flows.ts';
import type { MailRequest } from '../../mail/mail-request.ts';
import type { AuthContext, AuthRoute } from './auth-context.ts';
import { emailAddress, refuseEmailAddress } from './email-address.ts';
import { flowRequest } from './flow-request.ts';
import { refuseTooManyMails } from './limit-answers.ts';
import { refuseOtherSignIn } from './providers/refuse-other-sign-in.ts';
import { readAuthBody, type AuthBody } from './read-auth-body.ts';

/** Returns a new token of a mailed link. */
export const createToken = () => randomBytes(32).toString('hex');

/**
 * Mails a link to the account of an address. The account is looked up when the mail is delivered: the response, and the
 * time that it takes, are the same whether or not the address has one.
 * @param choose returns the mail, or the refusal of another one
 */
export function mailLink(
  context: AuthContext,
  choose: (body: AuthBody, flow: FlowRequest) => Omit<MailRequest, 'to' | 'token'> | Response,
): AuthRoute {
  return async (request, caller) => {
    const body = await readAuthBody(request);
    if (body instanceof Response) return body;
    const mail = choose(body, flowRequest(request, body, context.redirects));
    if (mail instanceof Response) return mail;
    const email = emailAddress(body['email']);
    if (!email) return refuseEmailAddress();
    const refused =
      refuseOtherSignIn(context, email) ??
      (await refuseTooManyMails(context.limiter, email, caller));
    if (refused) return refused;
    await context.outbox.add({ ...mail, to: email, token: createToken() });
    return Response.json({});
  };
}
