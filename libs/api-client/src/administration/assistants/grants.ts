import type { GrantRoleRequest, GrantsView } from '@homie/contracts';
import { grantsViewSchema } from '@homie/contracts/admin';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { ignoredAnswer } from '../../endpoints/ignored-answer';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';
import { ApiError } from '../../http/api-error';
import { queryRestAsAdmin } from '../query-rest';
import { VIEWERS_KEY } from '../records/list-viewers';
import { recordKey } from '../resource-data';

/** Returns the roles that can use an assistant, and the users with direct access. */
export function getGrants(
  api: Api,
  assistantId: string,
  signal?: AbortSignal,
): Promise<GrantsView> {
  return callFunction(api, grantsViewSchema, {
    endpoint: `/assistants/${assistantId}/grants`,
    method: 'GET',
    signal,
  });
}

const grantsKey = (assistantId: string) => recordKey('assistants', assistantId, 'grants');

/** Options of the query for the grants of an assistant. */
export function grantsQuery(api: Api, assistantId: string) {
  return queryOptions({
    queryKey: grantsKey(assistantId),
    queryFn: ({ signal }) => getGrants(api, assistantId, signal),
  });
}

/** Invalidates the grants of an assistant and the users who can see it. Resolves when both are current. */
export async function invalidateGrants(client: QueryClient, assistantId: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: grantsKey(assistantId) }),
    client.invalidateQueries({ queryKey: VIEWERS_KEY }),
  ]);
}

/** Grants a role the use of the assistant, or revokes it. */
export function changeRoleGrant(
  api: Api,
  assistantId: string,
  grant: GrantRoleRequest,
): Promise<void> {
  return callFunction(api, ignoredAnswer, {
    endpoint: `/assistants/${assistantId}/grants/role`,
    method: 'POST',
    body: grant,
  });
}

/** Grants a user direct access to the assistant. Does nothing for a user who has it. */
export function grantUser(api: Api, assistantId: string, userId: string): Promise<void> {
  return callFunction(api, ignoredAnswer, {
    endpoint: `/assistants/${assistantId}/grants/user`,
    method: 'POST',
    body: { userId },
  });
}

/** Revokes a user's direct access to the assistant. Access through their role is not affected. */
export function revokeUser(api: Api, assistantId: string, userId: string): Promise<void> {
  return callFunction(api, ignoredAnswer, {
    endpoint: `/assistants/${assistantId}/grants/user/${userId}`,
    method: 'DELETE',
  });
}

/**
 * Grants a user with direct access the right to edit the documents of the assistant, or revokes it.
 * @throws ApiError 'not_found' if the access was revoked in the meantime
 */
export async function changeEditRight(
  api: Api,
  assistantId: string,
  { userId, canEdit }: { userId: string; canEdit: boolean },
): Promise<void> {
  const { rows } = await queryRestAsAdmin(api, z.array(z.unknown()), (rest) =>
    rest
      .from('assistant_access')
      .update({ can_edit: canEdit })
      .match({ assistant_id: assistantId, user_id: userId })
      .select('user_id'),
  );
  if (rows.length === 0)
    throw new ApiError('not_found', 'This user no longer has direct access.', 404);
}
