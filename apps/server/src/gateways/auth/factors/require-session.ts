import type { AuthContext } from '../auth-context.ts';
import { authError } from '../auth-error.ts';
import { verifyAccessToken, type AccessToken } from '../access-token.ts';

/** Changes of factors and passwords need a sign-in within this time, in minutes. */
const RECENT_MINUTES = 15;

/** The session of a request, as the database has it now. */
export interface CurrentSession extends AccessToken {
  email: string;
  /** The user signed in, or passed a second factor, a few minutes ago. */
  isRecent: boolean;
  /**
   * The user has a verified factor, or has a passkey where a second factor is demanded: the password alone must not add
   * another one.
   */
  hasFactor: boolean;
}

/** Reads the session of a request, or returns the error response. */
export async function requireSession(
  { database, secrets }: AuthContext,
  request: Request,
): Promise<CurrentSession | Response> {
  const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  if (token === undefined || token.startsWith('sb_'))
    return authError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const access = await verifyAccessToken(token, secrets.jwtSecret);
  const [found] = await database.query<{ email: string; recent: boolean; factor: boolean }>(
    `select coalesce(users.email, '') as email,
       greatest(
         sessions.created_at,
         (select max(updated_at) from auth.mfa_amr_claims where session_id = sessions.id)
       ) > now() - make_interval(mins => ${RECENT_MINUTES}) as recent,
       private.needs_second_factor(users.id) and exists (
         select from auth.mfa_factors where mfa_factors.user_id = users.id and status = 'verified'
         union all
         select from auth.webauthn_credentials where webauthn_credentials.user_id = users.id
       ) as factor
     from auth.sessions
     join auth.users on users.id = sessions.user_id
     where sessions.id::text = $1 and sessions.user_id = $2::text::uuid`,
    [access.sessionId, access.userId],
  );
  if (!found)
    return authError(
      403,
      'session_not_found',
      'Session from session_id claim in JWT does not exist',
    );
  return { ...access, email: found.email, isRecent: found.recent, hasFactor: found.factor };
}

/** Refuses a session that has not passed the second factor of its user. */
export function refuseWithoutFactor(session: CurrentSession, what: string): Response | undefined {
  return session.hasFactor && session.aal !== 'aal2'
    ? authError(403, 'insufficient_aal', `AAL2 required to ${what}`)
    : undefined;
}

/** Refuses a change that a stolen session must not make. */
export function refuseUnproven(session: CurrentSession, what: string): Response | undefined {
  const refused = refuseWithoutFactor(session, what);
  if (refused) return refused;
  if (!session.isRecent)
    return authError(400, 'reauthentication_needed', `Sign in again to ${what}`);
  return undefined;
}
