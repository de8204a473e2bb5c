import { ApiError, type AdminApi, type Api } from '@homie/api-client';
import type { RecordLookup } from './verdict';

const UNIQUE_VIOLATION = '23505';

/** Failures that are not the service's answer to the lookup: it was not reached, or not understood. */
const NO_ANSWER = ['network_error', 'authentication_error', 'unexpected_answer', 'internal'];

/** The signed-in person, as far as their record needs it. */
export interface SignedIn {
  id: string;
  email: string;
}

/**
 * Looks up the record of the signed-in person, and files a missing one as support worker: the
 * second chance for an account that the database did not file at sign-up.
 * @throws ApiError when the lookup or the filing fails
 */
export async function lookUpRecord(
  { getOwnUser, createOwnUser }: AdminApi,
  api: Api,
  person: SignedIn,
): Promise<RecordLookup> {
  const user = await getOwnUser(api, person.id);
  if (user) return { found: true, roleName: user.role.name };
  await createOwnUser(api, person).catch((error: unknown) => {
    // Filed in the meantime, by another tab: that is what was wanted.
    if (!(error instanceof ApiError && error.code === UNIQUE_VIOLATION)) throw error;
  });
  return { found: false };
}

/** Whether the service answered the lookup, with a refusal or a failure of its own. */
export function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && !NO_ANSWER.includes(error.code);
}
