import { decodeJwt, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { Caller } from '../../http/caller.ts';
import type { AuthContext } from './auth-context.ts';
import { isUuid } from './uuid.ts';

const answerSchema = z.looseObject({
  access_token: z.string(),
  user: z.looseObject({}),
});

const USER_AGENT_MAX = 512;

/** Columns of a factor that clients see. */
export const FACTORS = `(
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', id, 'friendly_name', friendly_name, 'factor_type', factor_type, 'status', status,
        'created_at', created_at, 'updated_at', updated_at
      )
      order by created_at, id
    ),
    '[]'
  )
  from auth.mfa_factors
  where mfa_factors.user_id = found.user_id
)`;

/**
 * Completes a response that carries a session: `@supabase/lite` knows neither factors nor levels of assurance. The
 * token gets the level of its session, and the user the list of factors. The session gets the device that it belongs
 * to.
 */
export async function completeSession(
  { database, secrets }: AuthContext,
  request: Request,
  response: Response,
  caller: Caller,
): Promise<Response> {
  if (!response.ok) return response;
  const parsed = answerSchema.safeParse(await response.clone().json());
  // A sign-up without a session.
  if (!parsed.success) return response;
  const answer = parsed.data;
  const claims = decodeJwt(answer.access_token);
  const sessionId = String(claims['session_id']);
  if (!isUuid(sessionId)) return response;
  // Our own functions and the server sign in without a device.
  const agent =
    caller.address === null ? null : request.headers.get('user-agent')?.slice(0, USER_AGENT_MAX);
  const [session] = await database.query<{ aal: string; factors: unknown[]; amr: unknown[] }>(
    `with found as (
       update auth.sessions
       set user_agent = coalesce($2, user_agent), ip = coalesce($3::text::inet, ip)
       where id = $1::text::uuid
       returning id, user_id, aal, created_at
     )
     select coalesce(aal, 'aal1') as aal, ${FACTORS} as factors,
       (
         select jsonb_agg(
           jsonb_build_object('method', method, 'timestamp', floor(extract(epoch from used_at)))
           order by used_at desc
         )
         from (
           select 'password' as method, found.created_at as used_at
           where not exists (
             select from auth.mfa_amr_claims
             where session_id = found.id and authentication_method in ('oauth', 'passkey', 'otp')
           )
           union all
           select authentication_method, updated_at from auth.mfa_amr_claims where session_id = found.id
         ) as used
       ) as amr
     from found`,
    [sessionId, agent ?? null, caller.address],
  );
  if (!session) return response;
  const { aal, amr, factors } = session;
  const accessToken = await new SignJWT({ ...claims, aal, amr })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secrets.jwtSecret));
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return Response.json(
    { ...answer, access_token: accessToken, user: { ...answer.user, factors } },
    { status: response.status, headers },
  );
}
