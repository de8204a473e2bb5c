import type { Database } from '../../data/database/index.ts';
import type { AuthContext, AuthRoute } from './auth-context.ts';
import { authError } from './auth-error.ts';
import {
  refuseWithoutFactor,
  requireSession,
  type CurrentSession,
} from './factors/require-session.ts';
import { isUuid } from './uuid.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * GET /sessions/places: the places of the user's sessions, by their ids; for administrators with `user_id` those of
 * another user. Empty without a database of places.
 */
export function listPlaces(context: AuthContext): AuthRoute {
  const { database, findPlace } = context;
  return async (request) => {
    const session = await requireSession(context, request);
    if (session instanceof Response) return session;
    const refused = refuseWithoutFactor(session, 'list sessions');
    if (refused) return refused;
    if (!findPlace) return Response.json({});
    const userId = new URL(request.url).searchParams.get('user_id');
    if (userId !== null && !isUuid(userId))
      return authError(400, 'validation_failed', 'user_id must be an UUID');
    try {
      const rows = await listAddresses(database, session, userId);
      const places = rows.map(({ id, ip }) => [id, ip && findPlace(ip)] as const);
      return Response.json(Object.fromEntries(places));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE)
        return authError(403, 'not_admin', 'Admin access required');
      throw error;
    }
  };
}

/** Lists the sessions of the caller or of another user, which the database allows to administrators. */
function listAddresses(
  database: Database,
  { userId, sessionId, aal }: CurrentSession,
  ofUser: string | null,
): Promise<{ id: string; ip: string | null }[]> {
  return database.transaction(async (transaction) => {
    await transaction.query(
      `select set_config('request.jwt.claim.sub', $1, true), set_config('request.jwt.claims', $2, true)`,
      [userId, JSON.stringify({ sub: userId, session_id: sessionId, aal })],
    );
    return transaction.query(
      `select id, ip from jsonb_to_recordset(
         case when $1::text is null then private.list_own_sessions()
         else private.list_user_sessions($1::text::uuid) end
       ) as sessions (id text, ip text)`,
      [ofUser],
    );
  });
}
