import type { AuthContext, AuthRoute } from './auth-context.ts';
import { refuseWithoutFactor, requireSession } from './factors/require-session.ts';

/** GET /sessions/places: the places of the user's sessions, by their ids. Empty without a database of places. */
export function listPlaces(context: AuthContext): AuthRoute {
  const { database, findPlace } = context;
  return async (request) => {
    const session = await requireSession(context, request);
    if (session instanceof Response) return session;
    const refused = refuseWithoutFactor(session, 'list sessions');
    if (refused) return refused;
    if (!findPlace) return Response.json({});
    const rows = await database.query<{ id: string; address: string }>(
      `select id::text, host(ip) as address from auth.sessions
       where user_id = $1::text::uuid and ip is not null`,
      [session.userId],
    );
    const places = rows.map(({ id, address }) => [id, findPlace(address)] as const);
    return Response.json(Object.fromEntries(places));
  };
}
