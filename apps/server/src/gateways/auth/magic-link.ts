import type { AuthContext, AuthRoute } from './auth-context.ts';
import { authError } from './auth-error.ts';
import { mailLink } from './recover.ts';
import { openSession, startSession } from './start-session.ts';

/** SQL condition of the accounts that a mailed link may open: confirmed and approved. */
const MAY_SIGN_IN = `email_confirmed_at is not null and private.access_state(users.id) = 'active'`;

/** POST /otp: mails a link for signing in. Creates no account, whatever the request says. */
export const requestMagicLink = (context: AuthContext): AuthRoute =>
  mailLink(context, 'magiclink', MAY_SIGN_IN);

/** Starts a session at aal1 with the token of a mailed link, once: a second factor is still asked for. */
export async function redeemMagicLink(context: AuthContext, token: string): Promise<Response> {
  const refreshToken = await context.database.transaction(async (transaction) => {
    const [user] = await transaction.query<{ id: string }>(
      `update auth.users set recovery_token = ''
       where recovery_token = $1 and recovery_token <> ''
         and recovery_sent_at > now() - interval '1 hour' and ${MAY_SIGN_IN}
       returning id::text`,
      [token],
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
  return refreshToken === undefined
    ? authError(403, 'otp_expired', 'Email link is invalid or has expired')
    : openSession(context, refreshToken);
}
