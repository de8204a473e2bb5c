import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Api } from '../http/api';
import { ApiError } from '../http/api-error';
import { readAnswer } from '../http/read-answer';
import { sendRequest } from '../http/send-request';
import { useApi } from '../react/api-context';

/** The path and body of the request that reads whether the user is an administrator. */
export const IS_ADMIN_REQUEST = { path: '/rest/v1/rpc/is_admin', body: '{}' };

const isAdminSchema = {
  parse(data: unknown): boolean {
    if (typeof data !== 'boolean') throw new TypeError('is_admin answers true or false');
    return data;
  },
};

/**
 * Returns whether the signed-in user is currently an administrator in the database.
 * Uses a plain fetch: the header requests this on every screen, and the REST client would enlarge the first load.
 */
async function isAdmin(api: Api, signal?: AbortSignal): Promise<boolean> {
  const response = await sendRequest(api, IS_ADMIN_REQUEST.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: IS_ADMIN_REQUEST.body,
    cache: 'no-store',
    signal: signal ?? null,
  });
  return readAnswer(response, isAdminSchema);
}

/**
 * Rejects everyone except administrators, before any other request.
 * @throws ApiError `anonymous` without a session, 'Admin access required' for everyone else
 */
export async function requireAdmin(api: Api, anonymous = 'Not authenticated'): Promise<void> {
  const allowed = await isAdmin(api).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401)
      throw new ApiError('not_authenticated', anonymous, 401, { cause: error });
    throw error;
  });
  if (!allowed) throw new ApiError('admin_required', 'Admin access required', 403);
}

function isAdminOptions(api: Api, userId: string) {
  return queryOptions({
    queryKey: ['access', 'is-admin', userId],
    queryFn: ({ signal }) => isAdmin(api, signal),
  });
}

/** Returns whether the user is an administrator; false until it is known and if the request fails. */
export function useIsAdmin(userId: string | undefined): boolean {
  const query = useQuery({
    ...isAdminOptions(useApi(), userId ?? ''),
    enabled: userId !== undefined,
  });
  return query.data ?? false;
}
