import { errors, jwtVerify, type JWTPayload } from 'jose';
import { isUuid } from './uuid.ts';

/** Claims of an access token. */
export interface AccessToken {
  userId: string;
  sessionId: string;
  role: string;
  /** Level of assurance: `aal2` after a second factor. */
  aal: 'aal1' | 'aal2';
  /** All claims, for the policies of the database. */
  claims: JWTPayload;
}

/** The reason why a bearer token was refused, in words for its sender. */
export class BadTokenError extends Error {}

/** The session must pass its second factor first. The token itself is valid. */
export class MissingFactorError extends BadTokenError {
  constructor() {
    super('A second factor is required');
  }
}

/**
 * Verifies a bearer token as strictly as the hosted gateway does. `@supabase/lite` treats a token with two segments,
 * without signature or with `alg: none`, as anonymous instead of refusing it.
 * @throws {BadTokenError}
 */
export async function verifyAccessToken(token: string, jwtSecret: string): Promise<AccessToken> {
  const { payload } = await jwtVerify(token, new TextEncoder().encode(jwtSecret), {
    algorithms: ['HS256'],
    requiredClaims: ['sub', 'role', 'exp'],
  }).catch((error: unknown) => {
    throw new BadTokenError(error instanceof errors.JWTExpired ? 'JWT expired' : 'invalid JWT');
  });
  const { sub, role, session_id: sessionId, aal } = payload;
  if (typeof sub !== 'string' || !isUuid(sub) || typeof role !== 'string')
    throw new BadTokenError('invalid JWT');
  return {
    userId: sub,
    role,
    sessionId: typeof sessionId === 'string' ? sessionId : '',
    aal: aal === 'aal2' ? 'aal2' : 'aal1',
    claims: payload,
  };
}
