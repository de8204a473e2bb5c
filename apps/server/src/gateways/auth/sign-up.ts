import { randomUUID } from 'node:crypto';
import type { AuthContext, AuthRoute } from './auth-context.ts';
import { authError } from './auth-error.ts';
import { emailAddress, refuseEmailAddress } from './email-address.ts';
import { flowRequest } from './flow-request.ts';
import { forward } from './forward.ts';
import { spendHashingTime } from './hashing.ts';
import { countingMail, refuseTooMany, refuseTooManyMails } from './limit-answers.ts';
import { refuseSignUp } from './sign-up-rule.ts';
import { refuseOtherSignIn } from './providers/refuse-other-sign-in.ts';
import { readAuthBody, toText } from './read-auth-body.ts';
import { sendConfirmation } from './resend.ts';

interface KnownUser extends Record<string, unknown> {
  id: string;
  confirmed: boolean;
  disabled: boolean;
}

/**
 * POST /signup. A second sign-up before the confirmation sends a new mail. An address that has an account gets the same
 * response as a new one, so that no one learns who has an account; a mail informs its owner.
 */
export function signUp(context: AuthContext): AuthRoute {
  const { database, limiter, mails, redirects } = context;
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

    const [known] = await database.query<KnownUser>(
      `select id, email_confirmed_at is not null or banned_until is not null as confirmed,
              banned_until is not null as disabled
       from auth.users where email = $1`,
      [email],
    );
    const flow = flowRequest(request, body, redirects);
    if (known?.confirmed) {
      await spendHashingTime(password);
      return countingMail(limiter, email, caller, () =>
        mails.during(flow, async () => {
          if (!known.disabled) await mails.sendAccountExists(email);
          return unconfirmedUser(email);
        }),
      );
    }
    if (known) {
      // The account may have a role and access already. Its password stays that of the first sign-up. A user who signs
      // up again chooses one when confirming, because nothing distinguishes this user from a stranger.
      await spendHashingTime(password);
      return countingMail(limiter, email, caller, () =>
        mails.during({ redirectTo: flow.redirectTo }, async () => {
          await sendConfirmation(context, email);
          return unconfirmedUser(email);
        }),
      );
    }
    return countingMail(limiter, email, caller, () =>
      mails.during(flow, () => forward(context, request, { email, password })),
    );
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
