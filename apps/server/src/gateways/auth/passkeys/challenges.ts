import type { Queryable } from '../../../data/database/index.ts';
import type { CurrentSession } from '../factors/require-session.ts';
import { authError } from '../auth-error.ts';
import { toText, type AuthBody } from '../read-auth-body.ts';
import { isUuid } from '../uuid.ts';

/** Time to answer a challenge, in seconds. */
export const CHALLENGE_SECONDS = 300;

/** The session that adds a passkey; undefined for a sign-in. */
type Owner = Pick<CurrentSession, 'userId' | 'sessionId'> | undefined;

const typeOf = (owner: Owner) => (owner ? 'registration' : 'authentication');

/** Stores a challenge for a session, or for a sign-in. */
export async function issueChallenge(
  database: Queryable,
  challenge: string,
  owner?: Owner,
): Promise<{ challenge_id: string; expires_at: number }> {
  const [issued] = await database.query<{ challenge_id: string; expires_at: number }>(
    `insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
     values ($1::text::uuid, $2, $3::jsonb, now() + make_interval(secs => ${CHALLENGE_SECONDS}))
     returning id::text as challenge_id, floor(extract(epoch from expires_at))::integer as expires_at`,
    [
      owner?.userId ?? null,
      typeOf(owner),
      { challenge, ...(owner && { session_id: owner.sessionId }) },
    ],
  );
  if (!issued) throw new Error('the challenge was not stored');
  return issued;
}

/**
 * Consumes the challenge that a request names. One of another session is not found, and stays valid for it.
 * @returns the challenge, or the error response
 */
export async function consumeChallenge(
  database: Queryable,
  body: AuthBody,
  owner?: Owner,
): Promise<string | Response> {
  const id = toText(body['challenge_id']);
  if (!isUuid(id)) return authError(400, 'validation_failed', 'challenge_id must be a valid UUID');
  const [consumed] = await database.query<{ challenge: string; expired: boolean }>(
    `delete from auth.webauthn_challenges
     where id = $1::text::uuid and challenge_type = $2
       and user_id is not distinct from $3::text::uuid
       and session_data ->> 'session_id' is not distinct from $4
     returning session_data ->> 'challenge' as challenge, expires_at <= now() as expired`,
    [id, typeOf(owner), owner?.userId ?? null, owner?.sessionId ?? null],
  );
  if (!consumed)
    return authError(400, 'webauthn_challenge_not_found', 'Challenge not found or already used');
  if (consumed.expired)
    return authError(400, 'webauthn_challenge_expired', 'Challenge has expired');
  return consumed.challenge;
}

/** Refuses a response of an authenticator without saying why: the reason is in the audit log. */
export const verificationFailed = () =>
  authError(400, 'webauthn_verification_failed', 'Credential verification failed');
