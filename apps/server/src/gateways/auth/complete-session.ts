import { decodeJwt, SignJWT } from 'jose';
import { describeDevice } from '../../../../../supabase/functions/_shared/contracts/describe-device.ts';
import * as z from 'zod/mini';
import type { Row } from '../../data/database/index.ts';
import type { Caller } from '../../http/caller.ts';
import type { AuthContext } from './auth-context.ts';
import { KNOWN_DEVICE_DAYS } from '../../mail/account-notices.ts';
import { isUuid } from './uuid.ts';

const answerSchema = z.looseObject({
  access_token: z.string(),
  user: z.looseObject({}),
});

const USER_AGENT_MAX = 512;

interface SessionRow extends Row {
  aal: string;
  factors: unknown[];
  amr: unknown[];
  /** Its user gets a mail about a new device. */
  noticed: boolean;
}

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
 * to; the user gets a mail if it is new to the account.
 */
export async function completeSession(
  { database, secrets, notices, waitUntil }: AuthContext,
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
    caller.address === null
      ? null
      : (request.headers.get('user-agent') ?? '').slice(0, USER_AGENT_MAX);
  const [session] = await database.query<SessionRow>(
    `with earlier as (
       select user_agent is null as is_new from auth.sessions where id = $1::text::uuid
     ),
     found as (
       update auth.sessions
       set user_agent = coalesce(nullif($2, ''), user_agent, $2), ip = coalesce($3::text::inet, ip)
       where id = $1::text::uuid
       returning id, user_id, aal, created_at
     ),
     noticed as (
       insert into embedded.account_notice (user_id, kind, user_agent)
       select user_id, 'new_device', $2 from found, earlier
       where is_new and $4::text is not null
         -- The first device of an account is not worth a mail, nor is another one while its user sets it up.
         and exists (select from embedded.known_device where known_device.user_id = found.user_id)
         and exists (
           select from auth.users
           where users.id = found.user_id and email_confirmed_at < now() - interval '15 minutes'
         )
         and not exists (
           select from embedded.known_device
           where known_device.user_id = found.user_id and device = $4
             and seen_on > current_date - ${KNOWN_DEVICE_DAYS}
         )
       returning 1 as noticed
     ),
     known as (
       insert into embedded.known_device (user_id, device, seen_on)
       select user_id, $4, current_date from found where $4::text is not null
       on conflict (user_id, device) do update set seen_on = excluded.seen_on
       where known_device.seen_on < excluded.seen_on
     )
     select coalesce(aal, 'aal1') as aal, ${FACTORS} as factors, exists (select from noticed) as noticed,
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
    [sessionId, agent, caller.address, agent === null ? null : describeDevice(agent)],
  );
  if (!session) return response;
  const { aal, amr, factors, noticed } = session;
  if (noticed) waitUntil(notices.send());
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
