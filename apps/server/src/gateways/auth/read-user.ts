import { decodeJwt } from 'jose';
import type { AuthContext, AuthRoute } from './auth-context.ts';
import { FACTORS } from './complete-session.ts';
import { isUuid } from './uuid.ts';

/** GET /user: the user, with the factors that `@supabase/lite` does not know. */
export function readUser({ database, lite }: AuthContext): AuthRoute {
  return async (request) => {
    // Each call of a function waits for this. The claim is not trusted: the response is that of the verified user.
    const [response, [row]] = await Promise.all([
      lite.fetch(request),
      database.query<{ factors: unknown[] }>(
        `select ${FACTORS} as factors from (select $1::text::uuid as user_id) as found`,
        [claimedUserId(request)],
      ),
    ]);
    if (!response.ok) return response;
    return Response.json({ ...(await response.json()), factors: row?.factors ?? [] });
  };
}

/** Returns the user that the token of a request names, before anyone has verified it; null without one. */
function claimedUserId(request: Request): string | null {
  const token = request.headers.get('authorization')?.replace(/^Bearer /i, '') ?? '';
  try {
    const id = decodeJwt(token).sub ?? '';
    return isUuid(id) ? id : null;
  } catch {
    return null;
  }
}
