import type { Queryable } from '../../../data/database/index.ts';
import type { AuthContext } from '../auth-context.ts';
import { authError } from '../auth-error.ts';
import { forward } from '../forward.ts';
import { refuseTooMany } from '../limit-answers.ts';
import { readAuthBody, toText } from '../read-auth-body.ts';
import { CHALLENGE_SECONDS, type FactorRoute } from './challenge-factor.ts';
import { codesOf } from './codes.ts';
import { refuseUnproven, requireSession } from './require-session.ts';

interface ChallengedFactor extends Record<string, unknown> {
  secret: string;
  status: string;
  expired: boolean;
}

/**
 * POST /factors/:id/verify: raises the session to aal2 with a code. A code is valid once. After ten wrong ones in a day,
 * in whatever session, two consecutive codes are demanded instead of one. The first code of a new factor ends the user's
 * other sessions that have not passed a factor.
 *
 * No one is refused because of the codes that another session entered: a stranger who knows the password would lock the
 * user out. A stranger's guesses succeed with a probability of 3 × 10⁻⁵ per day for the single codes, of which three in a
 * million are valid at a time, and of 6 × 10⁻¹² for each pair: 6 × 10⁻⁵ for ten million pairs, which take more than a
 * hundred requests a second all day.
 */
export function verifyFactor(context: AuthContext): FactorRoute {
  const { database, limiter, secrets, waitUntil } = context;
  const codes = codesOf(database, secrets.secretKey);

  return async (request, _caller, factorId) => {
    const body = await readAuthBody(request);
    if (body instanceof Response) return body;
    const code = toText(body['code']);
    const session = await requireSession(context, request);
    if (session instanceof Response) return session;
    if (code === '') return authError(400, 'validation_failed', 'Code needs to be non-empty');
    const [factor] = await database.query<ChallengedFactor>(
      `select secret, status, mfa_challenges.created_at < now() - make_interval(secs => ${CHALLENGE_SECONDS}) as expired
       from auth.mfa_factors
       join auth.mfa_challenges on factor_id = mfa_factors.id
       where mfa_factors.id = $1::text::uuid and user_id = $2::text::uuid
         and mfa_challenges.id::text = $3 and verified_at is null`,
      [factorId, session.userId, toText(body['challenge_id']).toLowerCase()],
    );
    if (!factor) return challengeNotFound();
    if (factor.expired)
      return authError(422, 'mfa_challenge_expired', 'MFA challenge has expired, verify again.');
    const isNew = factor.status === 'unverified';
    const refused =
      (isNew ? refuseUnproven(session, 'enroll a new factor') : undefined) ??
      (await refuseTooMany(limiter, [['factorPerSession', session.sessionId]]));
    if (refused) return refused;
    // Counted before the code is checked: guesses at the same time are counted too. The user of a new factor has seen
    // its secret and need not guess.
    const isGuessed = !isNew && (await limiter.use('factorPerUser', session.userId)) > 0;
    const first = await codes.takeFirst(session.sessionId, factorId);
    const timeStep = await codes.use(factorId, factor.secret, code);
    const isSecond = timeStep !== undefined && codes.follows(timeStep, first);
    if (timeStep !== undefined && isGuessed && !isSecond)
      await codes.storeFirst(session.sessionId, factorId, timeStep);
    if (isGuessed ? !isSecond : timeStep === undefined) {
      waitUntil(recordRefusal(database, session.userId));
      return isGuessed ? nextCodeNeeded() : wrongCode();
    }
    await limiter.forgive('factorPerSession', session.sessionId);
    if (!isNew) await limiter.refund('factorPerUser', session.userId);
    const refreshToken = await raiseSession(database, {
      factorId,
      challengeId: toText(body['challenge_id']),
      sessionId: session.sessionId,
      isNew,
    });
    if (refreshToken === undefined) return challengeNotFound();
    context.sessions.forget();
    const address = new URL('/auth/v1/token?grant_type=refresh_token', request.url);
    return forward(context, new Request(address, { method: 'POST', headers: request.headers }), {
      refresh_token: refreshToken,
    });
  };
}

const challengeNotFound = () =>
  authError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');

const wrongCode = () => authError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');

/** The same for right and wrong codes: it does not reveal whether the first one was guessed. */
const nextCodeNeeded = () =>
  authError(
    422,
    'mfa_next_code_needed',
    'Many wrong codes were entered for this account. Enter the next code too, as soon as the app shows it.',
  );

async function recordRefusal(database: Queryable, userId: string): Promise<void> {
  await database.query(
    `select private.record_audit('denied', $1::text::uuid, meta => '{"attempted": "second_factor"}')`,
    [userId],
  );
}

/** Raises a session to aal2, and returns its refresh token; undefined if the challenge was used in the meantime. */
async function raiseSession(
  database: AuthContext['database'],
  verified: { factorId: string; challengeId: string; sessionId: string; isNew: boolean },
): Promise<string | undefined> {
  const { factorId, challengeId, sessionId, isNew } = verified;
  return database.transaction(async (transaction) => {
    const claimed = await transaction.query(
      `update auth.mfa_challenges set verified_at = now()
       where id = $1::text::uuid and verified_at is null returning 1 as claimed`,
      [challengeId],
    );
    if (claimed.length === 0) return undefined;
    await transaction.query(
      `with used as (
         update auth.mfa_factors set status = 'verified', updated_at = now()
         where id = $1::text::uuid and status = 'unverified'
       ),
       claimed as (
         insert into auth.mfa_amr_claims (id, session_id, authentication_method)
         values (gen_random_uuid(), $2::text::uuid, 'totp')
         on conflict (session_id, authentication_method) do update set updated_at = now()
       )
       update auth.sessions set aal = 'aal2', factor_id = $1::text::uuid where id = $2::text::uuid`,
      [factorId, sessionId],
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
