import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../http/caller.ts';
import type { AuthContext } from '../auth-context.ts';
import { authError } from '../auth-error.ts';
import { requireSession } from './require-session.ts';

/** Time to enter the code, in seconds. */
export const CHALLENGE_SECONDS = 300;

/** Handles one kind of call about the factor with an id. */
export type FactorRoute = (request: Request, caller: Caller, id: string) => Promise<Response>;

export const factorNotFound = () => authError(404, 'mfa_factor_not_found', 'Factor not found');

/** POST /factors/:id/challenge: starts the verification of a code. */
export function challengeFactor(context: AuthContext): FactorRoute {
  return async (request, caller, factorId) => {
    const session = await requireSession(context, request);
    if (session instanceof Response) return session;
    const [challenge] = await context.database.query<{ id: string; expires_at: number }>(
      `with expired as (
         delete from auth.mfa_challenges
         where factor_id = $2::text::uuid and created_at < now() - make_interval(secs => ${CHALLENGE_SECONDS})
       ),
       challenged as (
         update auth.mfa_factors set last_challenged_at = now()
         where id = $2::text::uuid and user_id = $3::text::uuid
         returning id
       )
       insert into auth.mfa_challenges (id, factor_id, ip_address)
       select $1::text::uuid, id, $4::text::inet from challenged
       returning id::text, floor(extract(epoch from created_at))::integer + ${CHALLENGE_SECONDS} as expires_at`,
      [randomUUID(), factorId, session.userId, caller.address],
    );
    return challenge ? Response.json({ ...challenge, type: 'totp' }) : factorNotFound();
  };
}
