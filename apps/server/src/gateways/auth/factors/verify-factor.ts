import { verify } from 'otplib/functional';
import type { Queryable } from '../../../data/database/index.ts';
import { unseal } from '../../../data/secrets/sealed-text.ts';
import type { AuthContext } from '../auth-context.ts';
import { authError } from '../auth-error.ts';
import { forward } from '../forward.ts';
import { refuseTooMany } from '../limit-answers.ts';
import { readAuthBody, toText } from '../read-auth-body.ts';
import { CHALLENGE_SECONDS, factorNotFound, type FactorRoute } from './challenge-factor.ts';
import { refuseUnproven, requireSession } from './require-session.ts';

/** Validity of a code. Clocks of phones differ: the codes before and after the current one are valid too. */
const STEP_SECONDS = 30;

interface ChallengedFactor extends Record<string, unknown> {
  secret: string;
  status: string;
  expired: boolean;
}

/**
 * POST /factors/:id/verify: raises the session to aal2 with a code. A code is valid once, and wrong ones are counted per
 * user, since an attacker can have many sessions. The first code of a new factor ends the user's other sessions that
 * have not passed a factor.
 */
export function verifyFactor(context: AuthContext): FactorRoute {
  const { database, limiter, secrets, waitUntil } = context;

  async function isCodeValid(secret: string, code: string, factorId: string): Promise<boolean> {
    if (!/^\d{6}$/.test(code)) return false;
    const epoch = Math.floor(Date.now() / 1000);
    const result = await verify({
      secret: unseal(secret, secrets.secretKey),
      token: code,
      epoch,
      epochTolerance: STEP_SECONDS,
    });
    if (!result.valid) return false;
    const timeStep = Math.floor(epoch / STEP_SECONDS) + result.delta;
    const used = await database.query(
      `insert into embedded.used_code (factor_id, time_step) values ($1::text::uuid, $2::text::bigint)
       on conflict do nothing returning 1 as used`,
      [factorId, String(timeStep)],
    );
    return used.length > 0;
  }

  return async (request, _caller, factorId) => {
    const body = await readAuthBody(request);
    if (body instanceof Response) return body;
    const session = await requireSession(context, request);
    if (session instanceof Response) return session;
    const [factor] = await database.query<ChallengedFactor>(
      `select secret, status, mfa_challenges.created_at < now() - make_interval(secs => ${CHALLENGE_SECONDS}) as expired
       from auth.mfa_factors
       join auth.mfa_challenges on factor_id = mfa_factors.id
       where mfa_factors.id = $1::text::uuid and user_id = $2::text::uuid
         and mfa_challenges.id::text = $3 and verified_at is null`,
      [factorId, session.userId, toText(body['challenge_id']).toLowerCase()],
    );
    if (!factor) return factorNotFound();
    if (factor.expired)
      return authError(422, 'mfa_challenge_expired', 'MFA challenge has expired, verify again.');
    const isNew = factor.status === 'unverified';
    const refused =
      (isNew ? refuseUnproven(session, 'enroll a new factor') : undefined) ??
      (await refuseTooMany(limiter, [['factorPerUser', session.userId]]));
    if (refused) return refused;
    if (!(await isCodeValid(factor.secret, toText(body['code']), factorId))) {
      waitUntil(recordRefusal(database, session.userId));
      return authError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
    }
    await limiter.forgive('factorPerUser', session.userId);
    const refreshToken = await raiseSession(database, {
      factorId,
      challengeId: toText(body['challenge_id']),
      sessionId: session.sessionId,
      isNew,
    });
    context.sessions.forget();
    const address = new URL('/auth/v1/token?grant_type=refresh_token', request.url);
    return forward(context, new Request(address, { method: 'POST', headers: request.headers }), {
      refresh_token: refreshToken,
    });
  };
}

async function recordRefusal(database: Queryable, userId: string): Promise<void> {
  await database.query(
    `select private.record_audit('denied', $1::text::uuid, meta => '{"attempted": "second_factor"}')`,
    [userId],
  );
}

/** Raises a session to aal2, and returns its refresh token. */
async function raiseSession(
  database: AuthContext['database'],
  verified: { factorId: string; challengeId: string; sessionId: string; isNew: boolean },
): Promise<string> {
  const { factorId, challengeId, sessionId, isNew } = verified;
  return database.transaction(async (transaction) => {
    await transaction.query(
      `with verified as (
         update auth.mfa_challenges set verified_at = now() where id = $1::text::uuid
       ),
       used as (
         update auth.mfa_factors set status = 'verified', updated_at = now()
         where id = $2::text::uuid and status = 'unverified'
       ),
       claimed as (
         insert into auth.mfa_amr_claims (id, session_id, authentication_method)
         values (gen_random_uuid(), $3::text::uuid, 'totp')
         on conflict (session_id, authentication_method) do update set updated_at = now()
       )
       update auth.sessions set aal = 'aal2', factor_id = $2::text::uuid where id = $3::text::uuid`,
      [challengeId, factorId, sessionId],
    );
    if (isNew)
      await transaction.query(
        `delete from auth.sessions
         where user_id = (select user_id from auth.mfa_factors where id = $1::text::uuid) and aal is distinct from 'aal2'`,
        [factorId],
      );
    const [token] = await transaction.query<{ token: string }>(
      `select token from auth.refresh_tokens
       where session_id = $1::text::uuid and not revoked
       order by created_at desc limit 1`,
      [sessionId],
    );
    return token?.token ?? '';
  });
}
