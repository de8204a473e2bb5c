import type { GrantRoleRequest, GrantsView } from '@homie/contracts';
import { grantsViewSchema } from '@homie/contracts/admin';
import { ignoredAnswer } from '../../endpoints/ignored-answer';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';

/** Who may use an assistant: the three roles with their state, and the people with direct access. */
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

/** Lets everybody who has the role use the assistant, or no longer. */
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

/** Lets a person use the assistant; who may already keeps it. */
export function grantUser(api: Api, assistantId: string, userId: string): Promise<void> {
  return callFunction(api, ignoredAnswer, {
    endpoint: `/assistants/${assistantId}/grants/user`,
    method: 'POST',
    body: { userId },
  });
}

/** Takes a person's own access to the assistant; what their role allows stays. */
export function revokeUser(api: Api, assistantId: string, userId: string): Promise<void> {
  return callFunction(api, ignoredAnswer, {
    endpoint: `/assistants/${assistantId}/grants/user/${userId}`,
    method: 'DELETE',
  });
}
