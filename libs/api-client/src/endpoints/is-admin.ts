import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Api } from '../http/api';
import { ApiError } from '../http/api-error';
import { readAnswer } from '../http/read-answer';
import { sendRequest } from '../http/send-request';
import { useApi } from '../react/api-context';

/** The path and body of the request that reads whether the user is an administrator. */
export const IS_ADMIN_REQUEST = { path: '/rest/v1/rpc/is_admin', body: '{}' };

const booleanSchema = {
  parse(data: unknown): boolean {
    if (typeof data !== 'boolean') throw new TypeError('The answer is not true or false');
    return data;
  },
};

/**
 * Returns whether the signed-in user currently has a right in the database: whether they are an administrator, or may
 * edit documents. Uses a plain fetch: the header requests this on every screen, and the REST client would enlarge the
 * first load.
 */
async function hasRight(api: Api, path: string, signal?: AbortSignal): Promise<boolean> {
  const response = await sendRequest(api, path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: IS_ADMIN_REQUEST.body,
    cache: 'no-store',
    signal: signal ?? null,
  });
  return readAnswer(response, booleanSchema);
}

/** Returns whether the signed-in user may edit the documents of some assistant: as an administrator, or by a grant. */
export function canEditDocuments(api: Api, signal?: AbortSignal): Promise<boolean> {
  return hasRight(api, '/rest/v1/rpc/can_edit_documents', signal);
}

/**
 * Rejects everyone except administrators, before any other request.
 * @throws ApiError `anonymous` without a session, 'Admin access required' for everyone else
 */
export async function requireAdmin(api: Api, anonymous = 'Not authenticated'): Promise<void> {
  const allowed = await hasRight(api, IS_ADMIN_REQUEST.path).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401)
      throw new ApiError('not_authenticated', anonymous, 401, { cause: error });
    throw error;
  });
  if (!allowed) throw new ApiError('admin_required', 'Admin access required', 403);
}

function isAdminOptions(api: Api, userId: string) {
  return queryOptions({
    queryKey: ['access', 'is-admin', userId],
    queryFn: ({ signal }) => hasRight(api, IS_ADMIN_REQUEST.path, signal),
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

/** Returns whether the user may edit documents; false until it is known, if the request fails, and without a user. */
export function useCanEditDocuments(userId: string | undefined): boolean {
  const api = useApi();
  const query = useQuery({
    queryKey: ['access', 'can-edit-documents', userId],
    queryFn: ({ signal }) => canEditDocuments(api, signal),
    enabled: userId !== undefined,
  });
  return query.data ?? false;
}
