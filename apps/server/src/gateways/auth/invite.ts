import type { Row } from '../../data/database/index.ts';
import { INVITATION_DAYS } from '../../mail/mail-request.ts';
import { addUser, refuseWithoutSecretKey } from './administer-users.ts';
import type { AuthContext, AuthRoute } from './auth-context.ts';
import { authError } from './auth-error.ts';
import { emailAddress, refuseEmailAddress } from './email-address.ts';
import { flowRequest } from './flow-request.ts';
import { refuseTooManyMails } from './limit-answers.ts';
import { createToken } from './mail-link.ts';
import { requiredProvider } from './providers/refuse-other-sign-in.ts';
import { readAuthBody } from './read-auth-body.ts';

/**
 * POST /invite with the secret key: creates the account without a password, and mails the link that confirms it. Inviting
 * again sends another link, unless the account is confirmed. Users who may only sign in through a provider accept by
 * doing so: their mail leads to the sign-in page, and has no token.
 */
export function invite(context: AuthContext): AuthRoute {
  const { database, flows, limiter, outbox, redirects, secrets } = context;
  return async (request, caller) => {
    const unauthorized = refuseWithoutSecretKey(request, secrets.secretKey);
    if (unauthorized) return unauthorized;
    const body = await readAuthBody(request);
    if (body instanceof Response) return body;
    const email = emailAddress(body['email']);
    if (!email) return refuseEmailAddress();
    const refused = await refuseTooManyMails(limiter, email, caller);
    if (refused) return refused;

    const provider = requiredProvider(context, email);
    const flow = flowRequest(request, body, redirects);
    const token = createToken();
    const invited = await database.transaction(async (transaction) => {
      await addUser(transaction, { email, passwordHash: null, isConfirmed: false });
      // A password that was chosen before belongs to a user who has not proven to own the address.
      const [found] = await transaction.query<
        Row & { invited_name: string | null; inviter: string | null }
      >(
        `update auth.users
         set confirmation_token = $2, confirmation_sent_at = now(), invited_at = now(),
             encrypted_password = null
         where email = $1 and email_confirmed_at is null and banned_until is null
         returning id, aud, role, email, invited_at, confirmation_sent_at, created_at, updated_at,
           (select display_name from private.invitations where invitations.user_id = users.id) as invited_name,
           (
             select inviters.display_name
             from private.invitations
             join public.users as inviters on inviters.id = invitations.invited_by
             where invitations.user_id = users.id
           ) as inviter`,
        [email, provider ? '' : token],
      );
      if (!found) return undefined;
      const { invited_name: name, inviter, ...user } = found;
      if (!provider) await flows.rememberLink(token, flow, INVITATION_DAYS, transaction);
      const kind = provider ? 'provider-invite' : 'invite';
      await outbox.add(
        { kind, to: email, token, ...flow, ...(name && { name }), ...(inviter && { inviter }) },
        transaction,
      );
      return user;
    });
    if (!invited)
      return authError(
        422,
        'email_exists',
        'A user with this email address has already been registered',
      );
    outbox.deliver();
    return Response.json(invited);
  };
}
