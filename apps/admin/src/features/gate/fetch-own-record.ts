import { ApiError, canEditDocuments, type AdminApi, type Api } from '@homie/api-client';
import type { RecordLookup } from './access-decision';

const UNIQUE_VIOLATION = '23505';

/** Failures that are not the service's answer to the lookup: it was not reached, or not understood. */
const NO_ANSWER = ['network_error', 'authentication_error', 'unexpected_answer', 'internal'];

/** The details of the signed-in user that their record needs. */
export interface SignedIn {
  id: string;
  email: string;
}

/**
 * Looks up the record of the signed-in user, and creates a missing one as support worker: the
 * second chance for an account that the database did not create at sign-up.
 * @throws ApiError when the lookup or the creation fails
 */
export async function fetchOwnRecord(
  { getOwnUser, createOwnUser }: AdminApi,
  api: Api,
  person: SignedIn,
): Promise<RecordLookup> {
  const user = await getOwnUser(api, person.id);
  if (user?.role.name === 'admin') return { found: true, roleName: 'admin' };
  if (user)
    return {
      found: true,
      roleName: user.role.name,
      canEditDocuments: await canEditDocuments(api),
    };
  await createOwnUser(api, person).catch((error: unknown) => {
    // Another tab created the record in the meantime: no error.
    if (!(error instanceof ApiError && error.code === UNIQUE_VIOLATION)) throw error;
  });
  return { found: false };
}

/** Tests whether the service answered the lookup, with a refusal or its own failure. */
export function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && !NO_ANSWER.includes(error.code);
}
