import { errors, jwtVerify } from 'jose';
import { isUuid } from './uuid.ts';

/** What a token says of its bearer. */
export interface AccessToken {
  userId: string;
  sessionId: string;
  role: string;
}

/** Why a bearer token was refused, in words for its sender. */
export class BadTokenError extends Error {}

/**
 * Checks a bearer token as strictly as the hosted gateway does. `@supabase/lite` takes a token of
 * two parts, without signature or with `alg: none` for nobody's instead of refusing it.
 * @throws {BadTokenError}
 */
export async function verifyAccessToken(token: string, jwtSecret: string): Promise<AccessToken> {
  const { payload } = await jwtVerify(token, new TextEncoder().encode(jwtSecret), {
    algorithms: ['HS256'],
    requiredClaims: ['sub', 'role', 'exp'],
  }).catch((error: unknown) => {
    throw new BadTokenError(error instanceof errors.JWTExpired ? 'JWT expired' : 'invalid JWT');
  });
  const { sub, role, session_id: sessionId } = payload;
  if (typeof sub !== 'string' || !isUuid(sub) || typeof role !== 'string')
    throw new BadTokenError('invalid JWT');
  return { userId: sub, role, sessionId: typeof sessionId === 'string' ? sessionId : '' };
}
