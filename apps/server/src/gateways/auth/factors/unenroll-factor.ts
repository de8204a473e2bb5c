import type { AuthContext } from '../auth-context.ts';
import { factorNotFound, type FactorRoute } from './challenge-factor.ts';
import { refuseUnproven, requireSession } from './require-session.ts';

/**
 * DELETE /factors/:id: removes a factor. The last one takes the sessions of the user back to aal1, unless a passkey is
 * left.
 */
export function unenrollFactor(context: AuthContext): FactorRoute {
  return async (request, _caller, factorId) => {
    const session = await requireSession(context, request);
    if (session instanceof Response) return session;
    const refused = refuseUnproven(session, 'unenroll a verified factor');
    if (refused) return refused;
    const removed = await context.database.query(
      `with removed as (
         delete from auth.mfa_factors where id = $1::text::uuid and user_id = $2::text::uuid returning id
       ),
       lowered as (
         update auth.sessions set aal = 'aal1', factor_id = null
         where user_id = $2::text::uuid and exists (select from removed)
           and not exists (
             select from auth.mfa_factors
             where user_id = $2::text::uuid and id <> $1::text::uuid and status = 'verified'
           )
           and not exists (select from auth.webauthn_credentials where user_id = $2::text::uuid)
       )
       select id::text from removed`,
      [factorId, session.userId],
    );
    return removed.length > 0 ? Response.json({ id: factorId }) : factorNotFound();
  };
}
