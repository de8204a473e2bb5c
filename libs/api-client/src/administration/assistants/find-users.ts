import type { FoundUser, RoleName } from '@homie/contracts';
import { foundUsersSchema, USER_SEARCH_LIMIT } from '@homie/contracts/admin';
import type { Api } from '../../http/api';
import { callFunction, withQuery } from '../../http/call-function';

/** Returns the first users whose email or name contains the text, ordered by name or else email; at most 20 by default. */
export async function findUsers(
  api: Api,
  {
    q,
    role,
    limit = USER_SEARCH_LIMIT,
  }: { q?: string | undefined; role?: RoleName | undefined; limit?: number },
  signal?: AbortSignal,
): Promise<FoundUser[]> {
  const endpoint = withQuery('/users', { q, role, limit });
  return (await callFunction(api, foundUsersSchema, { endpoint, method: 'GET', signal })).rows;
}
