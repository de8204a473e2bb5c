import { randomBytes, randomUUID } from 'node:crypto';
import type { Queryable } from '../../data/database/index.ts';
import type { AuthContext } from './auth-context.ts';
import { forward } from './forward.ts';

/** A sign-in that the server itself has verified. */
interface VerifiedSignIn {
  userId: string;
  method: 'oauth' | 'passkey' | 'otp';
  aal: 'aal1' | 'aal2';
  /** The passkey that was used. */
  factorId?: string;
  /** A setting for the entry in the audit log. */
  recorded: { name: 'homie.sign_in_provider' | 'homie.sign_in_method'; value: string };
}

/**
 * Starts a session within a transaction.
 * @returns its first refresh token
 */
export async function startSession(database: Queryable, signIn: VerifiedSignIn): Promise<string> {
  const { userId, method, aal, factorId, recorded } = signIn;
  const sessionId = randomUUID();
  const refreshToken = randomBytes(24).toString('base64url');
  await database.query('select set_config($1, $2, true)', [recorded.name, recorded.value]);
  await database.query(
    `insert into auth.sessions (id, user_id, aal, factor_id)
     values ($1::text::uuid, $2::text::uuid, $3, $4::text::uuid)`,
    [sessionId, userId, aal, factorId ?? null],
  );
  await database.query(
    `insert into auth.mfa_amr_claims (id, session_id, authentication_method)
     values ($1::text::uuid, $2::text::uuid, $3)`,
    [randomUUID(), sessionId, method],
  );
  await database.query(
    `insert into auth.refresh_tokens (id, token, user_id, session_id)
     values ($1, $2, $3::text::uuid, $4::text::uuid)`,
    [randomUUID(), refreshToken, userId, sessionId],
  );
  return refreshToken;
}

/** Exchanges the first refresh token for the response with the session, as `@supabase/lite` returns it. */
export function openSession(context: AuthContext, refreshToken: string): Promise<Response> {
  const address = new URL('/auth/v1/token?grant_type=refresh_token', context.siteUrl);
  const request = new Request(address, {
    method: 'POST',
    headers: { apikey: context.secrets.publishableKey },
  });
  return forward(context, request, { refresh_token: refreshToken });
}
