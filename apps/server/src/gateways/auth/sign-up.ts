import { hash } from 'bcrypt';
import { randomUUID } from 'node:crypto';
import type { AuthContext, AuthRoute } from './auth-context.ts';
import { authError } from './auth-error.ts';
import { emailAddress, refuseEmailAddress } from './email-address.ts';
import { flowRequest } from './flow-request.ts';
import { HASH_ROUNDS, hashing } from './hashing.ts';
import { refuseTooMany, refuseTooManyMails } from './limit-answers.ts';
import { createToken } from './mail-link.ts';
import { refuseSignUp } from './sign-up-rule.ts';
import { refuseOtherSignIn } from './providers/refuse-other-sign-in.ts';
import { readAuthBody, toText } from './read-auth-body.ts';

/**
 * POST /signup. The account is created when the mail is delivered. A second sign-up before the confirmation sends a new
 * mail. An address that has an account gets the same response as a new one, after the same time, so that no one learns
 * who has an account; a mail informs its owner.
 */
export function signUp(context: AuthContext): AuthRoute {
  const { limiter, outbox, redirects } = context;
  return async (request, caller) => {
    const body = await readAuthBody(request);
    if (body instanceof Response) return body;
    const email = emailAddress(body['email']);
    if (!email) return refuseEmailAddress();
    const notInvited = refuseOtherSignIn(context, email) ?? refuseSignUp(email, context.signUp);
    if (notInvited) return notInvited;
    const password = toText(body['password']);
    if (password === '')
      return authError(400, 'validation_failed', 'Signup requires a valid password');
    const refused =
      (await refuseTooMany(limiter, [['signUpPerAddress', caller.address]])) ??
      (await context.refuseNewPassword(password)) ??
      (await refuseTooManyMails(limiter, email, caller));
    if (refused) return refused;

    const passwordHash = await hashing(() => hash(password, HASH_ROUNDS));
    const flow = flowRequest(request, body, redirects);
    await outbox.add({ kind: 'signup', to: email, token: createToken(), passwordHash, ...flow });
    return unconfirmedUser(email);
  };
}

/** Returns the response of a sign-up before its confirmation, with no data of an account. */
function unconfirmedUser(email: string): Response {
  const now = new Date().toISOString();
  const id = randomUUID();
  return Response.json({
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { email, email_verified: false, phone_verified: false, sub: id },
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
    confirmation_sent_at: now,
  });
}
