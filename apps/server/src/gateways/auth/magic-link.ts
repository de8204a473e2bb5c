import { createHash } from 'node:crypto';
import type { AuthContext, AuthRoute } from './auth-context.ts';
import { linkExpired } from './auth-error.ts';
import { mailLink } from './mail-link.ts';
import { openSession, startSession } from './start-session.ts';

/** SQL condition of the accounts that a mailed link may open: confirmed and approved. */
export const MAY_SIGN_IN = `email_confirmed_at is not null and (banned_until is null or banned_until <= now())
  and private.access_state(users.id) = 'active'`;

/** POST /otp: mails a link for signing in. Creates no account, whatever the request says. */
export const requestMagicLink = (context: AuthContext): AuthRoute =>
  mailLink(context, (_body, flow) => ({ kind: 'magiclink', ...flow }));

/**
 * Starts a session at aal1 with the token of a mailed link, once: a second factor is still asked for. The user's other
 * links stop working.
 */
export async function redeemMagicLink(context: AuthContext, token: string): Promise<Response> {
  const refreshToken = await context.database.transaction(async (transaction) => {
    const [user] = await transaction.query<{ id: string }>(
      `with used as (
         delete from embedded.sign_in_link
         where user_id = (
           select user_id from embedded.sign_in_link where token_hash = $1 and expires_at > now()
         )
         returning user_id, token_hash
       )
       select id::text from auth.users join used on user_id = id
       where token_hash = $1 and ${MAY_SIGN_IN}`,
      [createHash('sha256').update(token).digest('hex')],
    );
    return (
      user &&
      startSession(transaction, {
        userId: user.id,
        method: 'otp',
        aal: 'aal1',
        recorded: { name: 'homie.sign_in_method', value: 'magic_link' },
      })
    );
  });
  return refreshToken === undefined ? linkExpired() : openSession(context, refreshToken);
}
