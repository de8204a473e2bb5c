import type { AccountSession } from '@homie/contracts';
import { accountSessionSchema } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import type { Api } from '../http/api';
import { readAnswer, readFailure } from '../http/read-answer';
import { sendRequest } from '../http/send-request';

/** Calls a function of the database. The REST client would be most of the code of these calls. */
function callDatabase(api: Api, name: string, body: object = {}): Promise<Response> {
  return sendRequest(api, `/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Lists the user's sessions, this one first, then the most recently used. */
export async function listSessions(api: Api): Promise<AccountSession[]> {
  return readAnswer(await callDatabase(api, 'list_own_sessions'), z.array(accountSessionSchema));
}

/**
 * Returns the places of the user's sessions, by their ids; empty if the server knows none.
 * @param userId of another user, for administrators
 */
export async function listSessionPlaces(
  api: Api,
  userId?: string,
): Promise<Readonly<Record<string, string>>> {
  const query = userId === undefined ? '' : `?user_id=${userId}`;
  const answer = await sendRequest(api, `/auth/v1/sessions/places${query}`, { method: 'GET' });
  return readAnswer(answer, z.record(z.string(), z.string()));
}

/**
 * Ends one of the user's sessions.
 * @throws ApiError with status 404 if it has already ended
 */
export async function endSession(api: Api, id: string): Promise<void> {
  await readAnswer(await callDatabase(api, 'end_own_session', { id }), z.number());
}

/** Ends all sessions of the user but this one, and returns their number. */
export async function endOtherSessions(api: Api): Promise<number> {
  return readAnswer(await callDatabase(api, 'end_other_sessions'), z.number());
}

/**
 * Creates recovery codes, which replace the earlier ones.
 * @throws ApiError with status 403 if the last code of the authenticator app was too long ago
 */
export async function createRecoveryCodes(api: Api): Promise<string[]> {
  return readAnswer(await callDatabase(api, 'create_recovery_codes'), z.array(z.string()));
}

/** Returns how many recovery codes are left. */
export async function countRecoveryCodes(api: Api): Promise<number> {
  return readAnswer(await callDatabase(api, 'count_recovery_codes'), z.number());
}

/** Uses a recovery code in place of a second factor. If it is accepted, the next access token has the higher level. */
export async function redeemRecoveryCode(
  api: Api,
  code: string,
): Promise<'accepted' | 'wrong' | 'too_many'> {
  const outcome = z.enum(['accepted', 'wrong', 'too_many']);
  return readAnswer(await callDatabase(api, 'redeem_recovery_code', { code }), outcome);
}

/** Returns whether the server refuses this session because the environment demands a second factor. */
export async function isFactorMissing(api: Api): Promise<boolean> {
  return (await callDatabase(api, 'count_recovery_codes')).status === 403;
}

/** Returns who manages the user's email address: the directory, an identity provider, or null for the user. */
export async function readEmailManager(api: Api): Promise<'directory' | 'provider' | null> {
  const manager = z.nullable(z.enum(['directory', 'provider']));
  return readAnswer(await callDatabase(api, 'own_email_manager'), manager);
}

/**
 * Stores the time zone of the times that the user sees; null is that of each device. The next access token has it.
 * @throws ApiError with status 400 if the database does not know it
 */
export async function setTimeZone(api: Api, timeZone: string | null): Promise<void> {
  const answer = await callDatabase(api, 'set_time_zone', { time_zone: timeZone });
  if (!answer.ok) throw await readFailure(answer);
}

/** Cancels the change of the email address that waits for confirmation. Returns false if there is none. */
export async function cancelEmailChange(api: Api): Promise<boolean> {
  return readAnswer(await callDatabase(api, 'cancel_email_change'), z.boolean());
}
