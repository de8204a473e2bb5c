import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { queryRestAsAdmin } from '../query-rest';

/** What an administrator does about an account that is at risk, and why. */
export interface SecureAccount {
  userId: string;
  /** `factors`: also removes the authenticator apps and recovery codes. */
  action: 'sessions' | 'factors';
  /** The only session to end; all without it. */
  sessionId?: string;
  /** Recorded in the audit log; 3 to 500 characters. */
  reason: string;
}

/**
 * Ends the sessions of a user, and removes their second factors if that is wanted.
 * @throws ApiError also 409 for the own factors, 404 for a session that has already ended
 */
export async function secureAccount(
  api: Api,
  { userId, action, sessionId, reason }: SecureAccount,
): Promise<void> {
  const name = action === 'factors' ? 'reset_factors' : 'end_user_sessions';
  await queryRestAsAdmin(api, z.number(), (rest) =>
    rest.rpc(name, { user_id: userId, reason, ...(sessionId && { session_id: sessionId }) }),
  );
}
