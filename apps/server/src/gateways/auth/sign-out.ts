import type { AuthContext, AuthRoute } from './auth-context.ts';
import { refuseWithoutFactor, requireSession } from './factors/require-session.ts';

/**
 * POST /logout. With the scope `global` or `others` it ends other sessions of the user too, and the mailed links: not
 * in a session that owes its second factor.
 */
export function signOut(context: AuthContext): AuthRoute {
  return async (request) => {
    if (new URL(request.url).searchParams.get('scope') === 'local')
      return context.lite.fetch(request);
    const session = await requireSession(context, request);
    if (session instanceof Response) return session;
    const refused = refuseWithoutFactor(session, 'end other sessions');
    if (refused) return refused;
    const response = await context.lite.fetch(request);
    if (response.ok)
      await context.database.query('select private.end_links($1::text::uuid)', [session.userId]);
    return response;
  };
}
