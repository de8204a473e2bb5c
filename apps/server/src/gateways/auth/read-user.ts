import type { AuthContext, AuthRoute } from './auth-context.ts';
import { FACTORS } from './complete-session.ts';

/** GET /user: the user, with the factors that `@supabase/lite` does not know. */
export function readUser({ database, lite }: AuthContext): AuthRoute {
  return async (request) => {
    const response = await lite.fetch(request);
    if (!response.ok) return response;
    const user = (await response.json()) as { id: string };
    const [row] = await database.query<{ factors: unknown[] }>(
      `select ${FACTORS} as factors from (select $1::text::uuid as user_id) as found`,
      [user.id],
    );
    return Response.json({ ...user, factors: row?.factors ?? [] });
  };
}
